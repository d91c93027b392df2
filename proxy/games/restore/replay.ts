import { timeLimit } from '#shared/core/clock.js';
import { type Failure, failure } from '#shared/core/failure.js';
import { fail, ok, type Result } from '#shared/core/result.js';
import type { ClientPacketName, PacketOf } from '../../freeciv/generated/packets.js';
import type { Protocol } from '../../freeciv/protocol.js';
import { type EndedTurns, endedTurns } from '../journal/ended-turns.js';
import type { JournalEntry } from '../journal/journal-file.js';
import type { JournalHistory } from '../journal/journal-history.js';
import { proofOf } from '../journal/proof.js';
import type { SeatConnection } from '../seats/seat-connection.js';
import type { ServerProcess } from '../server/server-process.js';

/** An acknowledged action that is not in the restored game as it was acknowledged. */
interface NotRestored {
  readonly agentId: string;
  readonly turn: number;
  readonly actionId: string;
  readonly actionType: string;
}

/** What came of a replay. */
export interface Replayed {
  readonly notRestored: readonly NotRestored[];
  /** The ends of the running turn; undefined when the journal has no turn. */
  readonly ended: EndedTurns | undefined;
}

/** What a journal is replayed with. */
export interface ReplayParts {
  readonly server: ServerProcess;
  /** By agent. Connections of agents that took an AI's seat in the replayed turns are added. */
  readonly connections: Map<string, SeatConnection>;
  /** Gives an agent the seat that an AI plays. */
  takeAi(agentId: string, player: string): Promise<Result<SeatConnection>>;
  readonly signal: AbortSignal;
}

/** A turn change with many AIs takes seconds on a busy machine. */
const TURN_CHANGE_TIMEOUT_MS = 60_000;

/** Redraws a server's random numbers by `fc_rand`. Many: after one draw most rounds of a fight stay as they were. */
const REDRAW = 'lua cmd for i = 1, 1000 do random(1, 6) end';

/** Sends the journal's packets of those turns again, in order, and compares the effects with the journal's proofs. */
export async function replay(parts: ReplayParts, past: JournalHistory): Promise<Result<Replayed>> {
  const lost: NotRestored[] = [];
  for (const { turn, entries } of past.turns) {
    const began = await untilTurn(parts, turn);
    if (!began.ok) return began;
    for (const entry of inReplayOrder(entries)) {
      const failed = await replayEntry(parts, turn, entry, lost);
      if (failed !== undefined) return fail(failed);
    }
  }
  await waitForAllSeats(parts);
  return ok({ notRestored: lost, ended: endedTurns(past) });
}

/** Settles when every seat was told all that was done: each sends a request that the server passes over. */
async function waitForAllSeats({ connections }: ReplayParts): Promise<void> {
  const playing = [...connections.values()].filter(({ world }) => world.turn.phase !== 'game_over');
  await Promise.all(
    playing.map((connection) => connection.request('city_name_suggestion_req', { unitId: 0 })),
  );
}

/** Resolves when every seat may act in that turn, or the game is over. */
export async function untilTurn(
  {
    connections,
    signal,
  }: { readonly connections: ReadonlyMap<string, SeatConnection>; readonly signal: AbortSignal },
  turn: number,
): Promise<Result<void>> {
  using limit = timeLimit(signal, TURN_CHANGE_TIMEOUT_MS);
  const { signal: inTime } = limit;
  for (const connection of connections.values()) {
    const begun = await connection.until(
      ({ turn: { phase }, game }) =>
        phase === 'game_over' || (phase === 'movement' && (game?.turn ?? 0) >= turn),
      inTime,
    );
    if (!begun) return fail(failure('E123', `The restored game did not come to turn ${turn}`));
  }
  return ok(undefined);
}

async function replayEntry(
  parts: ReplayParts,
  turn: number,
  entry: JournalEntry,
  lost: NotRestored[],
): Promise<Failure | undefined> {
  switch (entry.kind) {
    case 'begin':
    case 'gap':
      return undefined;
    case 'packet': {
      const isSame = await resend(parts, entry);
      if (!isSame && entry.action !== undefined) {
        const { id: actionId, type: actionType } = entry.action;
        lost.push({ agentId: entry.agentId, turn, actionId, actionType });
      }
      return undefined;
    }
    case 'take': {
      const taken = await parts.takeAi(entry.agentId, entry.player);
      if (!taken.ok) return taken.failure;
      parts.connections.set(entry.agentId, taken.value);
      return undefined;
    }
    case 'console': {
      const ran = await parts.server.run(entry.line, parts.signal);
      return ran.ok ? undefined : ran.failure;
    }
    case 'redraw': {
      const drawn = await parts.server.run(REDRAW, parts.signal);
      return drawn.ok ? undefined : drawn.failure;
    }
    case 'end':
      await endTurn(parts, turn);
      return undefined;
  }
}

/** True when it had the same effect as the first time. Rejects with ConnectionLost. */
async function resend(
  { connections, server: { protocol } }: ReplayParts,
  { agentId, name, fields, isWire, proof }: Extract<JournalEntry, { kind: 'packet' }>,
): Promise<boolean> {
  const connection = connections.get(agentId);
  const packet = { name, fields };
  if (connection === undefined || !isClientPacket(protocol, packet)) return false;
  const reply =
    isWire === true
      ? await connection.requestWire(packet)
      : await connection.request(packet.name, packet.fields);
  // What follows the end of a turn may come inside its answer or behind it; that the next turn comes is proof enough.
  return packet.name === 'player_phase_done' || proofOf(reply) === proof;
}

/** Ends the turn for every seat: those that did not end it had run out of time. */
async function endTurn({ connections }: ReplayParts, turn: number): Promise<void> {
  for (const { world } of connections.values()) if (world.game?.turn !== turn) return;
  await Promise.all(
    [...connections.values()].map((connection) => connection.request('player_phase_done', { turn })),
  );
}

/** Its values are checked as they are encoded. */
function isClientPacket(
  { table }: Protocol,
  packet: { readonly name: string },
): packet is Pick<PacketOf<ClientPacketName>, 'name' | 'fields'> {
  return table.packets.some(({ name, from }) => name === packet.name && from !== 'server');
}

/** The entries of a turn in replay order. A `redraw` moves entries that end the turn behind it; all others keep theirs. */
export function inReplayOrder(entries: readonly JournalEntry[]): readonly JournalEntry[] {
  const last = entries.findLastIndex(({ kind }) => kind === 'redraw');
  const before = entries.slice(0, last + 1);
  return [
    ...before.filter((entry) => !endsTurn(entry)),
    ...before.filter(endsTurn),
    ...entries.slice(last + 1),
  ];
}

function endsTurn(entry: JournalEntry): boolean {
  return entry.kind === 'end' || (entry.kind === 'packet' && entry.name === 'player_phase_done');
}
