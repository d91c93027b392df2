import type { World } from '../../world/world.js';
import { ownResearch, turnsForBulbs } from '../lookup/research.js';
import { effectValue } from '../requirements/effects.js';
import { areMet } from '../requirements/requirements.js';
import type { Government } from './government.js';
import { switchCost } from './research-switch.js';

/** A government that a player could change to, now or after some research. */
export interface ReachableGovernment {
  readonly government: Government;
  /** The technology still missing, by number; undefined when a revolution can begin now. */
  readonly tech: number | undefined;
  /** Bulbs still needed, those that changing the research loses among them; 0 when none are. */
  readonly bulbs: number;
  /** Turns of research at the present rate; undefined when it makes no progress. */
  readonly turns: number | undefined;
}

/** Governments other than the present one that the seat can have now or with one more goal of research, the nearest first. */
export function reachableGovernments(world: World): ReachableGovernment[] {
  const me = world.seat.player;
  const own = world.players.get(me ?? -1)?.government;
  if (me === undefined || own === undefined) return [];
  return [...world.ruleset.governments.values()]
    .filter(({ id }) => id !== own && id !== world.game?.governmentDuringRevolutionId)
    .flatMap((government) => reached(world, me, government) ?? [])
    .sort((a, b) => a.bulbs - b.bulbs);
}

function reached(world: World, me: number, government: Government): ReachableGovernment | undefined {
  if (isOpen(world, me, government)) return { government, tech: undefined, bulbs: 0, turns: 0 };
  const missing = government.reqs.filter(
    (requirement) => areMet(world, [requirement], { player: me }) !== true,
  );
  const [need] = missing;
  const research = ownResearch(world);
  if (missing.length !== 1 || need?.type !== 'VUT_ADVANCE' || !need.present || research === undefined)
    return undefined;
  const bulbs = switchCost(world, need.value)?.bulbs;
  if (bulbs === undefined) return undefined;
  return { government, tech: need.value, bulbs, turns: turnsForBulbs(world, research, bulbs) };
}

function isOpen(world: World, me: number, { reqs }: Government): boolean {
  return (
    effectValue(world, 'EFT_ANY_GOVERNMENT', { player: me }) > 0 ||
    areMet(world, reqs, { player: me }) === true
  );
}

/** Turns of anarchy that a revolution takes: the least and the most. */
export interface AnarchyTurns {
  readonly min: number;
  readonly max: number;
}

/** How long a revolution of the seat would take (settings `revolen` and `revolentype`, `EFT_NO_ANARCHY`); undefined when not told. */
export function anarchyTurns(world: World): AnarchyTurns | undefined {
  const me = world.seat.player;
  const length = world.settings.get('revolen');
  if (me === undefined || world.game === undefined) return undefined;
  if (effectValue(world, 'EFT_NO_ANARCHY', { player: me }) > 0) return { min: 0, max: 0 };
  if (typeof length !== 'number') return undefined;
  return world.game.revolentype === 'REVOLEN_FIXED' ? { min: length, max: length } : { min: 1, max: length };
}
