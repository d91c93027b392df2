import { type Failure, failure } from '#shared/core/failure.js';
import { fail, ok, type Result } from '#shared/core/result.js';
import type { NotGranted } from '#shared/protocol/agent-requests.js';
import type { PacketFields } from '../../freeciv/generated/packets.js';
import { displayName, nationNames, resolveName } from '../../rules/lookup/names.js';
import { plainText } from '../../world/messages.js';
import type { World } from '../../world/world.js';
import type { Seat } from './seat.js';

/** The seat that chooses; it may only be in the making. */
export type NationChooser = Pick<Seat, 'agentId' | 'username' | 'world' | 'request'>;

/** The nation and leader that an agent wishes for; the server chooses what is missing. */
export interface NationWish {
  readonly nation?: string | undefined;
  readonly leaderName?: string | undefined;
  /** Of the leader; as the nation has it without it. */
  readonly isMale?: boolean | undefined;
  /** Number of the city style; that of the nation without it. */
  readonly style?: number | undefined;
}

type Nation = PacketFields['ruleset_nation'];

/** What the server takes as the name of a leader from any player: printable ASCII that breaks no ranking script. */
const LEADER_PATTERN = /^(?:(?![|%",*<>])[ -~])+$/u;

/** The number of names that are suggested instead of a taken one. */
const MAX_FREE_NAMES = 20;

/** Attempts: another agent may get a nation or name that was free a moment before. */
const MAX_ATTEMPTS = 3;

interface NationChoice {
  readonly nation: Nation;
  readonly leader: string;
}

/** Asks for the wished nation and leader, or for free ones. E105 for what the ruleset or server refuses, with details.free. */
export async function chooseNation(seat: NationChooser, wish: NationWish): Promise<Result<void>> {
  if (wish.nation === undefined && wish.leaderName === undefined) return ok(undefined);
  let refused: Result<void> = ok(undefined);
  let last: NationChoice | undefined;
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
    const choice = choiceFor(seat, wish);
    if (!choice.ok) return choice;
    if (choice.value.nation === last?.nation && choice.value.leader === last.leader) return refused;
    last = choice.value;
    refused = await select(seat, last, wish);
    if (refused.ok) return refused;
  }
  return refused;
}

function choiceFor(seat: NationChooser, wish: NationWish): Result<NationChoice> {
  const nation = wishedNation(seat, wish);
  if (!nation.ok) return nation;
  const free = freeLeaders(seat.world, nation.value);
  const other = free[0] ?? seat.username;
  const leader = serverLeaderName(wish.leaderName ?? other);
  if (!isAllowedLeader(nation.value, leader)) return fail(forbiddenLeader(free));
  return ok({ nation: nation.value, leader: isLeading(seat.world, leader) ? other : leader });
}

async function select(
  seat: NationChooser,
  { nation, leader: name }: NationChoice,
  { isMale, style = nation.style }: NationWish,
): Promise<Result<void>> {
  const { id, leaderName, leaderIsMale } = nation;
  const playerNo = seat.world.seat.player ?? -1;
  const known = leaderName.indexOf(name);
  const reply = await seat.request('nation_select_req', {
    playerNo,
    nationNo: id,
    isMale: isMale ?? (known < 0 || leaderIsMale[known] === true),
    name,
    style,
  });
  const player = seat.world.players.get(playerNo);
  if (player?.nation === id && player.name === name) return ok(undefined);
  const sentence =
    reply.messages.map(({ message }) => plainText(message)).join(' ') || 'The game server refused the nation';
  const path = player?.nation === id ? 'data.leader_name' : 'data.nation';
  const details = { nation: nation.adjective, leader_name: name, free: freeLeaders(seat.world, nation) };
  return fail(failure('E105', sentence, { path, details }));
}

/** The nation that was wished for, or another when a player has that. */
function wishedNation(seat: NationChooser, wish: NationWish): Result<Nation> {
  const taken = nationsInUse(seat.world);
  const playable = [...seat.world.ruleset.nations.values()].filter(
    (nation) => nation.isPlayable && seat.world.pickableNations[nation.id] !== false,
  );
  const free = playable.filter(({ id }) => !taken.has(id));
  if (wish.nation !== undefined) {
    const named = playable.map((nation) => ({ ...nationNames(nation), nation }));
    const found = resolveName(named, wish.nation);
    if (!found.ok) return fail(unknownNation(wish.nation, found.failure.didYouMean, free));
    if (!taken.has(found.value.nation.id)) return ok(found.value.nation);
  }
  const nation = free[stableIndex(seat.agentId, free.length)];
  return nation === undefined ? fail(failure('E141', 'No nation is free')) : ok(nation);
}

function unknownNation(wanted: string, likely: readonly string[], free: readonly Nation[]): Failure {
  const names = free.slice(0, MAX_FREE_NAMES).map(({ adjective }) => displayName(adjective));
  const details = { did_you_mean: likely, free: names };
  return failure('E105', `There is no nation "${wanted}" in this ruleset`, { path: 'data.nation', details });
}

/** A leader's name as the server keeps it: without spaces around it, an ASCII letter at its begin in upper case. */
export function serverLeaderName(name: string): string {
  return name
    .replace(/^[ \t\n\v\f\r]+|[ \t\n\v\f\r]+$/gu, '')
    .replace(/^[a-z]/u, (letter) => letter.toUpperCase());
}

/** Whether the server takes a leader's name: the nation's own, or plain ASCII. */
function isAllowedLeader({ leaderName }: Nation, name: string): boolean {
  const wanted = name.toLowerCase();
  return leaderName.some((leader) => leader.toLowerCase() === wanted) || LEADER_PATTERN.test(name);
}

/** A leader's name that the server does not accept from players. */
function forbiddenLeader(free: readonly string[]): Failure {
  const details = { free: free.slice(0, MAX_FREE_NAMES), expected: 'printable ASCII without | % " , * < >' };
  const sentence =
    'A leader has a name of printable ASCII letters without | % " , * < >, or one of its nation';
  return failure('E105', sentence, { path: 'data.leader_name', details });
}

/** The nation and leader that a seat has got for its wish, to be asked for again; empty where nothing was wished for. */
export function chosenNation(world: World, wish: NationWish): NationWish {
  const own = world.players.get(world.seat.player ?? -1);
  if (own === undefined || (wish.nation === undefined && wish.leaderName === undefined)) return {};
  return { nation: world.ruleset.nations.get(own.nation)?.ruleName ?? wish.nation, leaderName: own.name };
}

/** The nation and leader that a seat has, to be asked for again; empty while it has no player. */
export function ownNation({ players, seat, ruleset }: World): NationWish {
  const own = players.get(seat.player ?? -1);
  if (own === undefined) return {};
  const { name: leaderName, isMale, style } = own;
  return { nation: ruleset.nations.get(own.nation)?.ruleName, leaderName, isMale, style };
}

function nationsInUse({ players, seat }: World): ReadonlySet<number> {
  const others = [...players.values()].filter(({ playerno }) => playerno !== seat.player);
  return new Set(others.map((player) => player.nation));
}

function isLeading({ players, seat }: World, name: string): boolean {
  const wanted = name.toLowerCase();
  return [...players.values()].some(
    (player) => player.playerno !== seat.player && player.name.toLowerCase() === wanted,
  );
}

function freeLeaders(world: World, nation: Nation): readonly string[] {
  return nation.leaderName.filter((name) => !isLeading(world, name));
}

/** The same agent gets the same choice in every game. */
function stableIndex(text: string, length: number): number {
  const sum = [...text].reduce((total, letter) => (total * 31 + (letter.codePointAt(0) ?? 0)) >>> 0, 7);
  return length === 0 ? 0 : sum % length;
}

/** What an agent wished for and did not get; empty when all was granted, and while the seat has no player. */
export function deniedWishes(world: World, { nation, leaderName }: NationWish): readonly NotGranted[] {
  const own = world.players.get(world.seat.player ?? -1);
  const ownNation = world.ruleset.nations.get(own?.nation ?? -1);
  if (own === undefined || ownNation === undefined) return [];
  const denied: NotGranted[] = [];
  if (nation !== undefined && !resolveName([nationNames(ownNation)], nation).ok) {
    const got = displayName(ownNation.adjective);
    denied.push({ field: 'nation', wanted: nation, got, reason: whyNotNation(world, nation) });
  }
  const wanted = leaderName === undefined ? undefined : serverLeaderName(leaderName).toLowerCase();
  if (leaderName !== undefined && own.name.toLowerCase() !== wanted) {
    const isTaken = [...world.players.values()].some(({ name }) => name.toLowerCase() === wanted);
    const reason = isTaken ? 'Another player has that name' : KEPT_AS_IT_WAS;
    denied.push({ field: 'leader_name', wanted: leaderName, got: own.name, reason });
  }
  return denied;
}

const KEPT_AS_IT_WAS = 'The seat was there already, and is had as it is';

function whyNotNation({ ruleset, players }: World, wanted: string): string {
  const named = [...ruleset.nations.values()].map((nation) => ({ ...nationNames(nation), id: nation.id }));
  const found = resolveName(named, wanted);
  if (!found.ok) return 'There is no such nation in this ruleset';
  const isTaken = [...players.values()].some(({ nation }) => nation === found.value.id);
  return isTaken ? 'Another player has that nation' : KEPT_AS_IT_WAS;
}
