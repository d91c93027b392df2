import { failure } from '#shared/failure.js';
import { fail, ok, type Result } from '#shared/result.js';
import type { PacketFields } from '../../freeciv/generated/packets-3.0.js';
import { resolveName } from '../../rules/names.js';
import { plainText } from '../../world/plain-text.js';
import type { World } from '../../world/world.js';
import type { Seat } from './seat.js';

/** Who chooses: a seat, or one that is only being made. */
export type Chooser = Pick<Seat, 'agentId' | 'username' | 'world' | 'request'>;

/** What an agent would like to be; the server chooses what is not said. */
export interface NationWish {
  readonly nation?: string | undefined;
  readonly leaderName?: string | undefined;
}

type Nation = PacketFields['ruleset_nation'];

/** Asks for the nation and leader that were wished for; E105 with what is possible when they cannot be had. */
export async function chooseNation(seat: Chooser, wish: NationWish): Promise<Result<void>> {
  if (wish.nation === undefined && wish.leaderName === undefined) return ok(undefined);
  const nation = wishedNation(seat, wish);
  if (!nation.ok) return nation;
  const { id, style, leaderName, leaderIsMale } = nation.value;
  const playerNo = seat.world.seat.player ?? -1;
  const name = wish.leaderName ?? freeLeader(seat.world, nation.value) ?? seat.username;
  const known = leaderName.indexOf(name);
  const reply = await seat.request('nation_select_req', {
    playerNo,
    nationNo: id,
    isMale: known < 0 || leaderIsMale[known] === true,
    name,
    style,
  });
  const player = seat.world.players.get(playerNo);
  if (player?.nation === id && player.name === name) return ok(undefined);
  const sentence =
    reply.messages.map(({ message }) => plainText(message)).join(' ') || 'The game server refused the nation';
  return fail(
    failure('E105', sentence, { path: 'data.nation', details: { nation: wish.nation, leader_name: name } }),
  );
}

function wishedNation(seat: Chooser, wish: NationWish): Result<Nation> {
  const playable = [...seat.world.ruleset.nations.values()].filter(
    (nation) => nation.isPlayable && seat.world.pickableNations[nation.id] !== false,
  );
  if (wish.nation === undefined) {
    const free = playable.filter((nation) => !nationsInUse(seat.world).has(nation.id));
    const nation = free[stableIndex(seat.agentId, free.length)];
    return nation === undefined ? fail(failure('E141', 'No nation is free')) : ok(nation);
  }
  const named = playable.map((nation) => ({ name: nation.adjective, ruleName: nation.ruleName, nation }));
  const found = resolveName(named, wish.nation);
  if (found.ok) return ok(found.value.nation);
  return fail(
    failure('E105', `There is no nation "${wish.nation}" in this ruleset`, {
      path: 'data.nation',
      details: { did_you_mean: found.failure.didYouMean },
    }),
  );
}

function nationsInUse(world: World): ReadonlySet<number> {
  return new Set([...world.players.values()].map((player) => player.nation));
}

function freeLeader(world: World, nation: Nation): string | undefined {
  const taken = new Set([...world.players.values()].map((player) => player.name));
  return nation.leaderName.find((name) => !taken.has(name));
}

/** The same agent gets the same choice in every game. */
function stableIndex(text: string, length: number): number {
  const sum = [...text].reduce((total, letter) => (total * 31 + (letter.codePointAt(0) ?? 0)) >>> 0, 7);
  return length === 0 ? 0 : sum % length;
}
