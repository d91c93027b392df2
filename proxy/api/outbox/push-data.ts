import type { Note } from '#shared/protocol/state/notes.js';
import type { AgentPush, PushData } from '#shared/protocol/state/pushes.js';
import type { Game } from '../../games/lifecycle/game.js';
import { waitingFor } from '../../games/seats/public-players.js';
import type { Seat } from '../../games/seats/seat.js';
import type { SeatEvent } from '../../games/seats/seat-events.js';
import { hasEndedTurn, ownDefeat } from '../../rules/lookup/players.js';
import { speakerOf } from '../../views/entities/message-view.js';
import { plainText } from '../../world/messages.js';
import { turnOf } from '../../world/world.js';
import { pushedDigest } from '../answers/digests.js';
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
      return {
        type: 'turn_start',
        data: {
          turn: event.turn,
          phase: 'movement',
          time_limit: game.isOnOtherServer ? (seat.world.game?.timeout ?? 0) : game.turnTimeLimit,
          active_player: activePlayer(seat),
          version: seat.world.version,
          ...turnNews(agent, agent.dueNotes(event.turn)),
        },
      };
    case 'turn_end':
      return { type: 'turn_end', data: turnEndData(agent, event.turn) };
    case 'chat_message':
      return {
        type: 'chat_message',
        data: {
          text: plainText(event.message.text),
          turn: event.message.turn,
          ...speakerOf(event.message, seat.world),
        },
      };
    case 'game_ended':
      return { type: 'game_ended', data: { game_id: game.id, ...endData(game) } };
    case 'game_recovering':
      return {
        type: 'status',
        data: {
          game_id: game.id,
          status: 'recovering',
          note: event.note,
        },
      };
    case 'game_recovered':
      return {
        type: 'status',
        data: {
          game_id: game.id,
          status: 'ready',
          turn: seat.world.game?.turn,
          version: seat.world.version,
          turn_done: hasEndedTurn(seat.world),
          ...(event.missing.length > 0 && { incomplete: true, missing: event.missing }),
        },
      };
    case 'game_lost':
      return { type: 'status', data: { game_id: game.id, status: 'lost', reason: event.reason } };
    case 'game_paused':
      return { type: 'status', data: { game_id: game.id, status: 'paused', reason: event.why } };
    case 'game_resumed':
      return { type: 'status', data: { game_id: game.id, status: 'ready', turn: seat.world.game?.turn } };
    case 'waiting':
      return {
        type: 'status',
        data: {
          game_id: game.id,
          status: 'waiting',
          turn: event.turn,
          waiting_for: waitingFor(event.pending, seat.world),
        },
      };
    case 'game_deleted':
      return { type: 'status', data: { game_id: game.id, status: 'deleted' } };
    case 'defeated':
      return { type: 'event', data: { event: 'defeated', turn: event.turn } };
    case 'turn_warning':
      return {
        type: 'event',
        data: {
          event: 'turn_warning',
          turn: event.turn,
          seconds_left: Math.round(event.left / 1000),
          time_limit: game.turnTimeLimit,
        },
      };
    case 'played_by':
      return { type: 'event', data: { event: 'played_by', who: event.who, turn: turnOf(seat.world) } };
    case 'plan_ended':
      agent.process.countPlan(event.news.turn, event.news.outcome === 'done');
      return { type: 'event', data: event.news };
    case 'order_news':
      return { type: 'event', data: event.news };
    case 'not_restored':
      return {
        type: 'event',
        data: {
          event: 'action_not_restored',
          action_id: event.actionId,
          action_type: event.actionType,
          turn: event.turn,
        },
      };
  }
}

/** The digest. An agent whose end_turn has `until` or `state` gets its news in the answer instead: its push has only its notes. */
function turnNews(
  agent: KeptSeat,
  due: readonly Note[],
): Pick<PushData<'turn_start'>, 'digest' | 'notes_due'> {
  if (agent.newsAwaited === 0) return { digest: { ...pushedDigest(agent), notes_due: due } };
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
