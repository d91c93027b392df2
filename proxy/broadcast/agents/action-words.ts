import type { ActionData } from '#shared/protocol/actions.js';
import { actionFields } from '../../actions/action-fields.js';
import { placeName, unitName } from '../../orders/words.js';
import { displayName } from '../../rules/names.js';
import type { World } from '../../world/world.js';

export interface ActionWords {
  /** Who acts and on what: `Settlers 103, (12, 8)`. Empty for what is about nothing. */
  readonly text: string;
  /** Where: the target's tile, or the actor's. */
  readonly tile?: number;
}

const MOST_CHARS = 120;

/** An action as people read it; to be called before it is done, while its unit is still there. */
export function actionWords(world: World, data: ActionData): ActionWords {
  const fields = actionFields(data);
  const actor = actorOf(world, data, fields.actor_id);
  const target = targetOf(world, fields.target);
  const choice = [fields.sub_target, fields.text].find((value) => typeof value === 'string');
  const words = [actor.words, target.words, typeof choice === 'string' ? wordsOf(choice) : undefined];
  const text = words.filter((word) => word !== undefined && word !== '').join(', ');
  const tile = target.tile ?? actor.tile;
  return { text: text.slice(0, MOST_CHARS), ...(tile !== undefined && { tile }) };
}

interface Part {
  readonly words?: string;
  readonly tile?: number;
}

/** Cities and units have ids of one numbering in most games; the name of the action tells where they have not. */
function actorOf(world: World, { action_type, type }: ActionData, id: unknown): Part {
  if (typeof id !== 'number') return {};
  const unit = world.units.get(id);
  const city = world.cities.get(id);
  const isCity = city !== undefined && (unit === undefined || /^city/.test(action_type ?? type ?? ''));
  if (isCity) return { words: city.name, tile: city.tile };
  return unit === undefined ? { words: String(id) } : { words: unitName(world, unit), tile: unit.tile };
}

function targetOf(world: World, target: unknown): Part {
  if (typeof target !== 'object' || target === null) return {};
  if ('x' in target && 'y' in target && typeof target.x === 'number' && typeof target.y === 'number')
    return placeOf(world, { x: target.x, y: target.y });
  if ('value' in target) return { words: wordsOf(String(target.value)) };
  if (!('id' in target) || typeof target.id !== 'number') return {};
  const unit = world.units.get(target.id);
  if (unit !== undefined) return { words: unitName(world, unit), tile: unit.tile };
  const city = world.cities.get(target.id);
  if (city !== undefined) return { words: city.name, tile: city.tile };
  const player = world.players.get(target.id);
  return { words: player?.name ?? String(target.id) };
}

function placeOf(world: World, place: { readonly x: number; readonly y: number }): Part {
  const tile = world.map.tileAt(place);
  return tile === undefined ? { words: `(${place.x}, ${place.y})` } : { words: placeName(world, tile), tile };
}

function wordsOf(name: string): string {
  return displayName(name).replaceAll('_', ' ');
}
