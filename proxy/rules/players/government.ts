import type { PacketFields } from '../../freeciv/generated/packets.js';
import type { World } from '../../world/world.js';
import type { Player } from '../lookup/players.js';
import type { Tristate } from '../lookup/tristate.js';
import { effectTotal, effectValue } from '../requirements/effects.js';
import { areMet } from '../requirements/requirements.js';

/** A government of the ruleset. */
export type Government = PacketFields['ruleset_government'];

/** Rates in per cent of a city's trade. */
export interface Rates {
  readonly tax: number;
  readonly luxury: number;
  readonly science: number;
}

/** Rates are compared in steps of this many per cent, the steps of FreeCiv's clients; the server accepts any rate. */
export const RATE_STEP_PERCENT = 10;

/** The highest value of one rate, in per cent (`EFT_MAX_RATES`, at least 34). */
export function maxRate(world: World, player: number): number {
  const rate = effectValue(world, 'EFT_MAX_RATES', { player });
  // Three rates must be able to make a hundred.
  return rate === 0 ? 100 : Math.min(100, Math.max(34, rate));
}

/** Why rates would be refused; `possible` when the server would take them. */
export function canSetRates(
  world: World,
  player: number,
  rates: Rates,
): 'possible' | 'not_a_hundred' | 'out_of_range' | 'too_high' {
  const all = [rates.tax, rates.luxury, rates.science];
  if (all.some((rate) => !Number.isInteger(rate) || rate < 0 || rate > 100)) return 'out_of_range';
  if (all.reduce((sum, rate) => sum + rate, 0) !== 100) return 'not_a_hundred';
  return all.some((rate) => rate > maxRate(world, player)) ? 'too_high' : 'possible';
}

/** The governments a player may start a revolution for now, as the server takes player_change_government. */
export function possibleGovernments(world: World, player: Player): Government[] {
  return [...world.ruleset.governments.values()].filter(
    (government) => canRevolt(world, player, government) === true,
  );
}

/** Whether a player may change to a government (`can_change_to_government`, setting `revolentype`). */
export function canRevolt(world: World, player: Player, government: Government): Tristate {
  const anarchy = world.game?.governmentDuringRevolutionId;
  const underWay = player.revolutionFinishes > 0;
  if (government.id === player.government && !underWay) return false;
  if (underWay && government.id === player.targetGovernment) return false;
  const smooth = effectValue(world, 'EFT_NO_ANARCHY', { player: player.playerno }) > 0;
  if (government.id === anarchy && !underWay && !smooth && isLengthByTarget(world)) return false;
  if (hasJustRevolted(world, player) && !smooth && isLengthByTarget(world)) return false;
  const any = effectTotal(world, 'EFT_ANY_GOVERNMENT', { player: player.playerno });
  return any.value > 0 ? true : areMet(world, government.reqs, { player: player.playerno });
}

/** Where a revolution gets shorter with each one, the server must know what it is for. */
function isLengthByTarget({ game }: World): boolean {
  return game?.revolentype === 'REVOLEN_QUICKENING' || game?.revolentype === 'REVOLEN_RANDQUICK';
}

/** Whether a player's anarchy ends at the next turn change: its cities then have the next government. */
export function isRevolutionEnding({ game }: World, { government, revolutionFinishes }: Player): boolean {
  const isUnderWay = revolutionFinishes > 0 && government === game?.governmentDuringRevolutionId;
  return isUnderWay && revolutionFinishes <= game.turn + 1;
}

/** A revolution that ended this very turn: its end stays marked until the turn's end. */
function hasJustRevolted({ game }: World, player: Player): boolean {
  return (
    player.revolutionFinishes > 0 &&
    player.revolutionFinishes <= (game?.turn ?? 0) &&
    player.government !== game?.governmentDuringRevolutionId
  );
}
