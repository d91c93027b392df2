import type { Note } from '#shared/protocol/state/notes.js';
import type { AgentPush, PushData } from '#shared/protocol/state/pushes.js';
import type { Game } from '../../games/lifecycle/game.js';
import { waitingFor } from '../../games/seats/public-players.js';
import type { Seat } from '../../games/seats/seat.js';
import type { NewsEvent, SeatEvent, StatusEvent } from '../../games/seats/seat-events.js';
import { hasEndedTurn, ownDefeat } from '../../rules/lookup/players.js';
import { speakerOf } from '../../views/entities/message-view.js';
import { plainText } from '../../world/messages.js';
import { turnOf } from '../../world/world.js';
import type { KeptSeat } from '../seats/kept-seat.js';

/** The push for an event of a seat ("Turn Management" of the specification). */
export function pushOf(agent: KeptSeat, event: SeatEvent): AgentPush {
  const { game, seat } = agent;
  switch (event.kind) {
    case 'game_ready':
      return {
        type: 'game_ready',
        data: { game_id: game.id, turn: event.turn, player_id: seat.world.seat.player },
      };
    case 'turn_start':
      agent.process.begin(seat.world);
      return { type: 'turn_start', data: turnStartData(agent, event.turn) };
    case 'turn_end':
      return { type: 'turn_end', data: turnEndData(agent, event.turn) };
    case 'chat_message': {
      const { text, turn } = event.message;
      const said = { text: plainText(text), turn, ...speakerOf(event.message, seat.world) };
      return { type: 'chat_message', data: said };
    }
    case 'game_ended':
      return { type: 'game_ended', data: { game_id: game.id, ...endData(game) } };
    case 'game_recovering':
    case 'game_recovered':
    case 'game_lost':
    case 'game_paused':
    case 'game_resumed':
    case 'waiting':
    case 'game_deleted':
      return { type: 'status', data: statusData(agent, event) };
    default:
      if (event.kind === 'plan_ended')
        agent.process.countPlan(event.news.turn, event.news.outcome === 'done');
      return { type: 'event', data: eventData(agent, event) };
  }
}

function statusData({ game, seat }: KeptSeat, event: StatusEvent): PushData<'status'> {
  const { world } = seat;
  const common = { game_id: game.id };
  const turn = world.game?.turn;
  switch (event.kind) {
    case 'game_recovering':
      return { ...common, status: 'recovering', note: event.note };
    case 'game_recovered':
      return {
        ...common,
        status: 'ready',
        turn,
        version: world.version,
        turn_done: hasEndedTurn(world),
        ...(event.missing.length > 0 && { incomplete: true, missing: event.missing }),
      };
    case 'game_lost':
      return { ...common, status: 'lost', reason: event.reason };
    case 'game_paused':
      return { ...common, status: 'paused', reason: event.why };
    case 'game_resumed':
      return { ...common, status: 'ready', turn };
    case 'waiting':
      return {
        ...common,
        status: 'waiting',
        turn: event.turn,
        waiting_for: waitingFor(event.pending, world),
      };
    case 'game_deleted':
      return { ...common, status: 'deleted' };
  }
}

function eventData({ game, seat }: KeptSeat, event: NewsEvent): PushData<'event'> {
  switch (event.kind) {
    case 'defeated':
      return { event: 'defeated', turn: event.turn };
    case 'turn_warning': {
      const secondsLeft = Math.round(event.left / 1000);
      const { turnTimeLimit: limit } = game;
      return { event: 'turn_warning', turn: event.turn, seconds_left: secondsLeft, time_limit: limit };
    }
    case 'played_by':
      return { event: 'played_by', who: event.who, turn: turnOf(seat.world) };
    case 'plan_ended':
    case 'order_news':
      return event.news;
    case 'not_restored': {
      const { actionId, actionType, turn } = event;
      return { event: 'action_not_restored', action_id: actionId, action_type: actionType, turn };
    }
  }
}

function turnStartData(agent: KeptSeat, turn: number): PushData<'turn_start'> {
  const { game, seat } = agent;
  return {
    turn,
    phase: 'movement',
    time_limit: game.isOnOtherServer ? (seat.world.game?.timeout ?? 0) : game.turnTimeLimit,
    active_player: activePlayer(seat),
    version: seat.world.version,
    ...turnNews(agent, agent.dueNotes(turn)),
  };
}

/** The digest. An agent whose end_turn has `until` or `state` gets its news in the answer instead: its push has only its notes. */
function turnNews(
  agent: KeptSeat,
  due: readonly Note[],
): Pick<PushData<'turn_start'>, 'digest' | 'notes_due'> {
  if (agent.newsAwaited === 0) return { digest: { ...agent.advisor.digest(), notes_due: due } };
  return due.length === 0 ? {} : { notes_due: due };
}

/** All players move at the same time, so the active player is the seat's own; null when it is dead. */
function activePlayer({ world }: Seat): number | null {
  return ownDefeat(world) === undefined ? (world.seat.player ?? null) : null;
}

function turnEndData(agent: KeptSeat, turn: number): PushData<'turn_end'> {
  const { game, seat } = agent;
  const { actionsTaken, unitsMoved } = agent.takeTurnCounts();
  const process = agent.process.end(turn, seat.world);
  if (process !== undefined) game.recordProcess(turn, process);
  return {
    turn,
    next_player: activePlayer(seat),
    turn_summary: { actions_taken: actionsTaken, units_moved: unitsMoved },
    players: game.turnResults
      .outcomesOf(turn)
      .map(({ agentId, playerId, how, mark }) => ({ agent_id: agentId, player_id: playerId, how, mark })),
  };
}

/** Result of the game. `winner` is a name, or null when there is none; the field names of earlier versions are kept. */
function endData({ record }: Game): Omit<PushData<'game_ended'>, 'game_id'> {
  if (record.ended === undefined) return { ranking: [] };
  return { ...record.ended, winner: record.ended.winners[0] ?? null };
}
