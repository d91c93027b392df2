import { ok, type Result } from '#shared/core/result.js';
import { turnOf } from '../../world/world.js';
import type { GameRecord, SeatRecord } from '../disk/game-record.js';
import type { Journal } from '../journal/journal.js';
import type { JournalHistory } from '../journal/journal-history.js';
import type { SeatConnection } from '../seats/seat-connection.js';

/** The history without each `take` of a seat that is not on record. Of several attempts of an agent the last counts. */
export function withAnsweredTakes(
  past: JournalHistory,
  seats: readonly { readonly agentId: string }[],
): JournalHistory {
  const entries = past.turns.flatMap((played) => played.entries);
  const last = new Set(
    seats.map(({ agentId }) =>
      entries.findLast((entry) => entry.kind === 'take' && entry.agentId === agentId),
    ),
  );
  const turns = past.turns.map(({ turn, entries: own }) => ({
    turn,
    entries: own.filter((entry) => entry.kind !== 'take' || last.has(entry)),
  }));
  return { ...past, turns };
}

/** What taking seats again needs of a game. */
interface TakingContext {
  readonly record: GameRecord;
  readonly journal: Journal;
  /** A verification writes no journal. */
  readonly isRepeat?: boolean;
}

/** Gives an agent the seat that an AI plays. Where the agent has the seat already, the AI is switched off. */
export type TakeAi = (agentId: string, player: string) => Promise<Result<SeatConnection>>;

/** Gives agents the AIs' seats for which the journal lacks a `take`, and writes it before what the agents do. */
export async function takeRemainingSeats(
  { record, journal, isRepeat }: TakingContext,
  connections: Map<string, SeatConnection>,
  takeAi: TakeAi,
  isWanted: (seat: SeatRecord) => boolean = () => true,
): Promise<Result<void>> {
  const remaining = record.seats.filter((seat) => !connections.has(seat.agentId) && isWanted(seat));
  for (const { agentId, player } of remaining) {
    const name = record.shown?.players.find(({ player_id }) => player_id === player)?.name;
    if (name === undefined) continue;
    const connection = await takeAi(agentId, name);
    if (!connection.ok) return connection;
    connections.set(agentId, connection.value);
    if (isRepeat !== true)
      journal.append(turnOf(connection.value.world), { kind: 'take', agentId, player: name });
  }
  return ok(undefined);
}
