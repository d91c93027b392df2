import { backoffDelay } from '#shared/core/backoff.js';
import { type Clock, unlessAborted } from '#shared/core/clock.js';
import { type Failure, failure } from '#shared/core/failure.js';
import { fail, ok, type Result } from '#shared/core/result.js';
import type { GameRecord, SeatRecord } from '../disk/game-record.js';
import { detach } from '../faults/game-bug.js';
import { getReady, openJoinedSeat } from '../seats/joined-seat.js';
import type { SeatConnection } from '../seats/seat-connection.js';
import { ServerRun } from '../server/server-run.js';
import type { RestoreContext } from './reconnect.js';
import type { RestoredGame } from './restore.js';

/** The waits between two attempts: the owner of a server may restart it, or have it off for hours. */
const BACKOFF = { first: 1000, max: 120_000 };

/** What a game on a server of others is joined again with. */
export interface RejoinContext extends Pick<RestoreContext, 'launch' | 'worldFor' | 'log'> {
  readonly record: GameRecord;
  readonly clock: Clock;
  /** The attempts that have failed already. */
  readonly failures: number;
  /** Is told why an attempt failed. */
  onFailure(failed: Failure): void;
  /** Ends all attempts. */
  readonly signal: AbortSignal;
}

/**
 * Joins the game's server of others again, however long that takes: each attempt waits longer than the one before. Resolves when each
 * seat has its player and its turn has begun; what the seats see is the game as that server has it. E134 once the signal has aborted.
 */
export async function rejoin(parts: RejoinContext): Promise<Result<RestoredGame>> {
  const { log, clock, signal, onFailure } = parts;
  for (let failures = parts.failures; !signal.aborted; failures += 1) {
    if (failures > 0) await waitFor(backoffDelay(failures - 1, BACKOFF), clock, signal);
    const joined = signal.aborted ? undefined : await joinOnce(parts);
    if (joined === undefined || joined.ok) return joined ?? cancelled();
    onFailure(joined.failure);
    log.warn(
      { failure: joined.failure, failures },
      'the game server of others is not joined: it is tried again',
    );
  }
  return cancelled();
}

async function waitFor(ms: number, clock: Clock, signal: AbortSignal): Promise<void> {
  let cancel = () => {};
  const over = new Promise<void>((resolve) => {
    cancel = clock.after(ms, resolve);
  });
  await unlessAborted(over, signal);
  cancel();
}

function cancelled(): Result<never> {
  return fail(failure('E134', 'The game is not joined again'));
}

/** One attempt, also the first one, when there is no seat yet. */
export async function joinOnce(parts: RejoinContext): Promise<Result<RestoredGame>> {
  const server = await parts.launch(undefined);
  if (!server.ok) return server;
  const serverRun = new ServerRun(server.value);
  const giveUp = (): void => serverRun.server.kill();
  parts.signal.addEventListener('abort', giveUp, { once: true });
  if (parts.signal.aborted) giveUp();
  const connections = await joinSeats(parts, serverRun)
    .catch(async (error: unknown) => {
      await serverRun[Symbol.asyncDispose]();
      throw error;
    })
    .finally(() => parts.signal.removeEventListener('abort', giveUp));
  if (connections.ok)
    return ok({
      serverRun,
      connections: connections.value,
      notRestored: [],
      ended: undefined,
      from: undefined,
    });
  await serverRun[Symbol.asyncDispose]();
  return connections;
}

async function joinSeats(
  parts: RejoinContext,
  serverRun: ServerRun,
): Promise<Result<Map<string, SeatConnection>>> {
  const connections = new Map<string, SeatConnection>();
  for (const seat of parts.record.seats) {
    const connection = await joinSeat(parts, serverRun, seat);
    if (!connection.ok) return connection;
    connections.set(seat.agentId, connection.value);
  }
  return ok(connections);
}

async function joinSeat(
  { record, worldFor, signal }: RejoinContext,
  serverRun: ServerRun,
  { agentId, username, player, nation, leaderName }: SeatRecord,
): Promise<Result<SeatConnection>> {
  const shown = record.shown?.players.find(({ player_id }) => player_id === player)?.name;
  const opened = await openJoinedSeat({
    ...{ serverRun, username, wish: {}, gameId: record.id },
    world: worldFor(agentId, 'attaching'),
    player: shown ?? record.config.join?.player,
  });
  if (!opened.ok) return opened;
  const connection = opened.value;
  const ready = await getReady({
    ...{ agentId, username, world: connection.world },
    ...{ wish: { nation, leaderName }, request: (name, fields) => connection.request(name, fields) },
  });
  if (ready.ok && (record.phase === 'lobby' || (await hasBegun(record.id, connection, signal))))
    return opened;
  connection.close();
  return ready.ok ? fail(failure('E123', 'The game server was lost before its turn began')) : ready;
}

/** A server that has loaded a save waits in its lobby for its owner, or for all players. */
async function hasBegun(gameId: string, connection: SeatConnection, signal: AbortSignal): Promise<boolean> {
  const lost = new AbortController();
  detach(
    gameId,
    connection.closed.then(() => lost.abort()),
  );
  return connection.until(({ turn }) => turn.phase === 'movement', AbortSignal.any([signal, lost.signal]));
}
