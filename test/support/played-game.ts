import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import type { ServerPacket } from '../../proxy/freeciv/brackets.js';
import type { Seat } from '../../proxy/games/seats/seat.js';
import type { SeatEvent } from '../../proxy/games/seats/seat-events.js';
import { findServerBinary } from '../../proxy/games/server/server-binary.js';
import { type ServerProcess, startServerProcess } from '../../proxy/games/server/server-process.js';
import { serverHost } from './isolation.js';
import { joinedSeat } from './joined-seat.js';

export interface PlayedGameOptions {
  readonly ruleset: string;
  /** Path of the game server; that of the system without it. */
  readonly binary?: string;
  /** Console commands before the start, `set gold 5000` for example. */
  readonly commands?: readonly string[];
  /** Seats that are ours. */
  readonly seats?: number;
  /** Players in all, the rest are played by the server. */
  readonly players?: number;
  /** Hears every packet of the seats from the lobby on, before it is folded. */
  readonly onPacket?: (seat: Seat, packet: ServerPacket) => void;
  /** Hears of what happens to the seats. */
  readonly onEvent?: (seat: Seat, event: SeatEvent) => void;
}

/** A started game on a real server, and our seats in it. */
export interface PlayedGame extends AsyncDisposable {
  readonly server: ServerProcess;
  /** The server's working folder: saves, logs. */
  readonly folder: string;
  readonly seats: readonly Seat[];
  /** The first seat. */
  readonly seat: Seat;
  /** Runs a command on the server's console; throws when it cannot. */
  command(line: string): Promise<readonly string[]>;
  /** Ends the turn for all our seats and waits for the next one. */
  nextTurn(): Promise<void>;
  /** Lets the server play our seats as well until a turn has begun, then gives them back. */
  playUntil(turn: number): Promise<void>;
}

const patience = 100_000;

/** Starts a game that is the same each time: fixed seeds, a small map that wraps east-west, no time limit. */
export async function playGame(options: PlayedGameOptions): Promise<PlayedGame> {
  const runDir = await mkdtemp(join(tmpdir(), 'freeciv-rules-'));
  const server = await startedServer(options, runDir);
  const command = async (line: string): Promise<readonly string[]> => {
    const answer = await server.run(line);
    if (!answer.ok) throw new Error(answer.failure.message);
    return answer.value;
  };
  const players = options.players ?? 4;
  const fixed = [
    'cmdlevel none new',
    'cmdlevel none first',
    'set maxconnectionsperhost 0',
    'set autotoggle disabled',
    'set minplayers 0',
    'set saveturns 0',
    'set timeout 0',
    'set gameseed 7',
    'set mapseed 7',
    'set topology "WRAPX"',
    `set aifill ${players}`,
  ];
  for (const line of [...fixed, ...(options.commands ?? [])]) await command(line);
  const end = new AbortController();
  const seats = await joined(server, options, end.signal);
  const [seat] = seats;
  if (seat === undefined) throw new Error('a game without a seat');
  await command('start');
  await allUntil(seats, (current) => current.world.turn.phase === 'movement');
  return {
    server,
    folder: server.folder,
    seats,
    seat,
    command,
    nextTurn: () => nextTurn(seats),
    playUntil: (turn) => playUntil(seats, command, turn),
    async [Symbol.asyncDispose]() {
      end.abort();
      await server.close();
      await rm(runDir, { recursive: true, force: true });
    },
  };
}

async function startedServer(
  { ruleset, binary: given = process.env.FREECIV_SERVER }: PlayedGameOptions,
  runDir: string,
): Promise<ServerProcess> {
  const binary = await findServerBinary(given);
  if (!binary.ok) throw new Error(binary.failure.message);
  const logger = pino({ level: 'silent' });
  const own = { host: serverHost, isForHumans: true, log: logger };
  const server = await startServerProcess({ ...own, binary: binary.value, runDir, ruleset });
  if (!server.ok) throw new Error(server.failure.message);
  return server.value;
}

async function joined(
  server: ServerProcess,
  { seats: count = 1, onPacket, onEvent = () => undefined }: PlayedGameOptions,
  signal: AbortSignal,
): Promise<Seat[]> {
  const seats: Seat[] = [];
  for (let number = 1; number <= count; number += 1) {
    const seat = await joinedSeat({
      agentId: `tester${number}`,
      username: `tester${number}`,
      protocol: server.protocol,
      port: server.port,
      phase: 'before_game',
      signal,
      onEvent,
    });
    if (!seat.ok) throw new Error(seat.failure.message);
    seats.push(seat.value);
    if (onPacket !== undefined)
      void seat.value.observe({
        onPacket: (packet) => onPacket(seat.value, packet),
        onChange: () => undefined,
      });
  }
  return seats;
}

async function nextTurn(seats: readonly Seat[]): Promise<void> {
  const turn = seats[0]?.world.game?.turn ?? 0;
  for (const seat of seats) await seat.request('player_phase_done', { turn });
  await hasBegun(seats, turn + 1);
}

async function playUntil(
  seats: readonly Seat[],
  command: (line: string) => Promise<unknown>,
  turn: number,
): Promise<void> {
  const toggle = async () => {
    for (const seat of seats) {
      const player = seat.world.players.get(seat.world.seat.player ?? -1);
      await command(`aitoggle "${player?.name}"`);
    }
  };
  await toggle();
  while ((seats[0]?.world.game?.turn ?? turn) < turn) await nextTurn(seats);
  await toggle();
}

function hasBegun(seats: readonly Seat[], turn: number): Promise<void> {
  return allUntil(seats, ({ world }) => (world.game?.turn ?? 0) >= turn && world.turn.phase === 'movement');
}

async function allUntil(seats: readonly Seat[], condition: (seat: Seat) => boolean): Promise<void> {
  for (const seat of seats) {
    const met = await seat.until(() => condition(seat), AbortSignal.timeout(patience));
    if (!met) throw new Error(`${seat.username} waited in vain on turn ${seat.world.game?.turn}`);
  }
}
