import type { DiplstateType, PacketFields } from '../../freeciv/generated/packets.js';
import { MAX_PLAYER_SLOTS } from '../../freeciv/wire-stream.js';
import type { World } from '../../world/world.js';
import type { Tristate } from './tristate.js';

/** A player as player_info describes it. */
export type Player = PacketFields['player_info'];
/** A research as research_info describes it: of a player, or of a team that pools it. */
export type Research = PacketFields['research_info'];

/** Whether an owner number is a player's; freeciv sends 255 for no owner. */
export function isPlayer(owner: number): boolean {
  return owner >= 0 && owner < MAX_PLAYER_SLOTS;
}

/** All players that are alive. */
export function livingPlayers(world: World): Player[] {
  return [...world.players.values()].filter((player) => player.isAlive);
}

/** The end of the seat's own player; undefined while it lives. Its turn is null when this connection did not see it. */
export function ownDefeat(world: World): { readonly turn: number | null } | undefined {
  const { player } = world.seat;
  if (player === undefined || world.players.get(player)?.isAlive !== false) return undefined;
  return { turn: world.deaths.get(player) ?? null };
}

/** Whether the seat's own player has ended the running turn, as the server says (`phase_done` of player_info). */
export function hasEndedTurn({ players, seat }: Pick<World, 'players' | 'seat'>): boolean {
  return players.get(seat.player ?? -1)?.phaseDone === true;
}

/** The message to a seat whose player is dead. */
export function defeatMessage({ turn }: { readonly turn: number | null }): string {
  return `Your nation was destroyed${turn === null ? '' : ` in turn ${turn}`}; you may watch on`;
}

/** The research a player takes part in; undefined when this seat has no view of it (no embassy). */
export function researchOf(world: World, player: number): Research | undefined {
  const pooled = world.game?.teamPooledResearch ?? false;
  const id = pooled ? world.players.get(player)?.team : player;
  return id === undefined ? undefined : world.research.get(id);
}

/** Whether the seat is that player itself, or an observer of everything. */
export function seesAllOf(world: World, player: number): boolean {
  const seat = world.seat.player;
  return seat === player || (seat === undefined && world.seat.observer);
}

/** Whether the server sends this seat that player's government, gold and treaties: with an embassy or contact. */
export function isInTouchWith(world: World, player: number): boolean {
  if (seesAllOf(world, player)) return true;
  const seat = world.seat.player;
  if (seat === undefined) return false;
  if (hasRealEmbassy(world, seat, player)) return true;
  return (diplomacyEntry(world, seat, player)?.contactTurnsLeft ?? 0) > 0;
}

/** Whether a player has a real embassy with another (`player_has_real_embassy`), not one by an effect. */
export function hasRealEmbassy(world: World, player: number, withPlayer: number): boolean {
  return world.players.get(player)?.realEmbassy[withPlayer] ?? false;
}

/** The diplomatic state of two players; undefined when the server does not send it to this seat, and for a player with itself. */
export function relation(world: World, player: number, other: number): DiplstateType | undefined {
  if (player === other) return undefined;
  const told = [player, other].some((side) => isInTouchWith(world, side));
  return told ? diplomacyEntry(world, player, other)?.type : undefined;
}

/** The diplomatic state between two players as this seat was told it, in the direction `player` to `other`. */
export function diplomacyEntry(
  world: World,
  player: number,
  other: number,
): PacketFields['player_diplstate'] | undefined {
  return world.diplomacy.get(player * MAX_PLAYER_SLOTS + other);
}

/** Allied or of one team; a player is its own ally. */
export function areAllied(world: World, player: number, other: number): Tristate {
  if (player === other) return true;
  const state = relation(world, player, other);
  return state === undefined ? 'unknown' : state === 'DS_ALLIANCE' || state === 'DS_TEAM';
}

/** Whether two players are at war (`pplayers_at_war`); unknown without contact or embassy. */
export function areAtWar(world: World, player: number, other: number): Tristate {
  if (player === other) return false;
  const state = relation(world, player, other);
  return state === undefined ? 'unknown' : state === 'DS_WAR';
}

/** Whether two players are of one team (`players_on_same_team`); a player is of its own. */
export function areOnOneTeam(world: World, player: number, other: number): boolean {
  const team = world.players.get(player)?.team;
  return player === other || (team !== undefined && team === world.players.get(other)?.team);
}
