import { z } from 'zod';
import { ok, type Result } from '#shared/result.js';
import { displayName, type Named, resolveName } from '../../rules/names.js';
import { isPlayer, type Player, relation } from '../../rules/players.js';
import type { World } from '../../world/world.js';
import { invalid } from '../action.js';
import type { ActionPort } from '../action-port.js';

export const playerTarget = z
  .union([
    z.looseObject({ id: z.int() }),
    z.looseObject({ value: z.union([z.string().min(1).max(80), z.int()]) }),
  ])
  .describe('{id} of a player, or {value} with the name of a leader or nation');

/** Another player than the seat's own, by number, leader or nation; E130 with all there are. */
export function otherPlayer(
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
  const byLeader = resolveName(others, name);
  if (byLeader.ok) return byLeader;
  const byNation = resolveName(
    others.map((player) => nationOf(world, player)),
    name,
  );
  if (byNation.ok) return ok(byNation.value.player);
  return nobody(others, world, `There is no other player "${name}"`, byLeader.failure.didYouMean);
}

interface NationOfPlayer extends Named {
  readonly player: Player;
}

function nationOf(world: World, player: Player): NationOfPlayer {
  const nation = world.ruleset.nations.get(player.nation);
  return { name: nation?.nounPlural ?? '', ruleName: nation?.adjective ?? '', player };
}

function nobody(
  others: readonly Player[],
  world: World,
  message: string,
  didYouMean: readonly string[] = [],
) {
  return invalid(message, 'data.target', {
    ...(didYouMean.length === 0 ? {} : { did_you_mean: didYouMean }),
    players: others.map((player) => ({
      id: player.playerno,
      name: player.name,
      nation: displayName(nationOf(world, player).ruleName ?? ''),
    })),
  });
}

/** How the seat stands to another player, in a word; `unknown` when it is not told. */
export function relationName(world: World, other: number): string {
  const own = world.seat.player ?? -1;
  if (!isPlayer(own)) return 'unknown';
  return relation(world, own, other)?.replace('DS_', '').toLowerCase() ?? 'unknown';
}
