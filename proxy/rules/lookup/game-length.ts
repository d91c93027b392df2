import { turnOf, type World } from '../../world/world.js';

/** The last turn of the game (setting `endturn`); null when the server does not send it. */
export function lastTurn({ settings }: Pick<World, 'settings'>): number | null {
  const turn = settings.get('endturn');
  return typeof turn === 'number' ? turn : null;
}

/** Turn changes until the last turn of the game; infinite when that is not told, negative after it. */
export function turnsLeft(world: Pick<World, 'settings' | 'game'>): number {
  return (lastTurn(world) ?? Number.POSITIVE_INFINITY) - turnOf(world);
}
