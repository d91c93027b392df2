import { z } from 'zod';
import { ok, type Result } from '#shared/core/result.js';
import { nationOf } from '../../orders/descriptions.js';
import { type NoSuchName, nationNames, resolveName } from '../../rules/lookup/names.js';
import { isPlayer, type Player, relation } from '../../rules/lookup/players.js';
import type { World } from '../../world/world.js';
import { invalidAction } from '../action.js';
import type { ActionPort } from '../action-port.js';

/** Schema of a target that is another player. */
export const playerTarget = z
  .union([
    z.looseObject({ id: z.int() }),
    z.looseObject({ value: z.union([z.string().min(1).max(80), z.int()]) }),
  ])
  .describe('{id} of a player, or {value} with the name of a leader or nation');

/** Another player than the seat's own, by number, leader or nation; E130 with all there are. */
export function resolveOtherPlayer(
  { world }: ActionPort<never>,
  target: { readonly id?: unknown; readonly value?: unknown },
): Result<Player> {
  const wanted = target.id ?? target.value;
  const others = [...world.players.values()].filter(({ playerno }) => playerno !== world.seat.player);
  if (typeof wanted === 'number') {
    const found = others.find(({ playerno }) => playerno === wanted);
    return found === undefined ? nobody(others, world, `There is no other player ${wanted}`) : ok(found);
  }
  const name = String(wanted);
  const found = resolvePlayerName(world, others, name);
  if (found.ok) return found;
  return nobody(others, world, `There is no other player "${name}"`, found.failure.didYouMean);
}

/** The one of some players that is meant by the name of its leader or nation. */
export function resolvePlayerName(
  world: World,
  players: readonly Player[],
  name: string,
): Result<Player, NoSuchName> {
  const byLeader = resolveName(players, name);
  if (byLeader.ok) return byLeader;
  const nations = players.flatMap((player) => {
    const nation = world.ruleset.nations.get(player.nation);
    return nation === undefined ? [] : [{ ...nationNames(nation), player }];
  });
  const byNation = resolveName(nations, name);
  return byNation.ok ? ok(byNation.value.player) : byLeader;
}

function nobody(
  others: readonly Player[],
  world: World,
  message: string,
  didYouMean: readonly string[] = [],
) {
  return invalidAction(message, 'data.target', {
    ...(didYouMean.length === 0 ? {} : { did_you_mean: didYouMean }),
    players: others.map((player) => ({
      id: player.playerno,
      name: player.name,
      nation: nationOf(world, player.playerno, ''),
    })),
  });
}

/** How the seat stands to another player, in a word; `unknown` when it is not told. */
export function relationName(world: World, other: number): string {
  const own = world.seat.player ?? -1;
  if (!isPlayer(own)) return 'unknown';
  return relation(world, own, other)?.replace('DS_', '').toLowerCase() ?? 'unknown';
}
