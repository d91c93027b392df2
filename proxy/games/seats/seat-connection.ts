import { failure } from '#shared/core/failure.js';
import { fail, ok, type Result } from '#shared/core/result.js';
import type { Reply, ServerPacket } from '../../freeciv/brackets.js';
import { FreecivConnection } from '../../freeciv/connection.js';
import { JoinRefused } from '../../freeciv/errors.js';
import type { ClientPacketName, PacketOf } from '../../freeciv/generated/packets-3.0.js';
import type { Protocol } from '../../freeciv/protocol.js';
import { InFlightTargets } from '../../orders/in-flight-targets.js';
import { applyPacket } from '../../world/fold.js';
import { commit, type World } from '../../world/world.js';
import { quotedName } from '../server/console-commands.js';
import type { ServerProcess } from '../server/server-process.js';
import { WorldWaiters } from './world-waiters.js';

/** How a seat connects to a game server. */
export interface SeatConnectionOptions {
  readonly protocol: Protocol;
  readonly port: number;
  readonly username: string;
  /** For a server that asks for one. */
  readonly password?: string | undefined;
  /** What is told is folded into this. */
  readonly world: World;
  /** Ends the connection. */
  readonly signal: AbortSignal;
}

/** Somebody who sees all that a seat is told. */
export interface PacketObserver {
  /** Before it is folded into the world. */
  onPacket(packet: ServerPacket): void;
  /** Whenever the world has a new version. */
  onChange(): void;
}

/** One connection of a seat to one game server, and the world as told over it. A seat may have several, one by one. */
export class SeatConnection {
  readonly world: World;
  /** What the server has yet to deal with. */
  readonly asked = new InFlightTargets();
  readonly #waiters = new WorldWaiters(() => this.world);
  readonly #connection: FreecivConnection;
  #onChange: () => void = () => {};
  #observer: PacketObserver | undefined;

  private constructor(world: World, connection: FreecivConnection) {
    this.world = world;
    this.#connection = connection;
  }

  /** Connects and logs in. E141 when the server does not want this user, E123 when it is not there. */
  static async open(options: SeatConnectionOptions): Promise<Result<SeatConnection>> {
    const { protocol, port, username, password, world, signal } = options;
    let changed = (): void => {};
    let observed = (_packet: ServerPacket): void => {};
    try {
      const connection = await FreecivConnection.open({
        protocol,
        host: '127.0.0.1',
        port,
        username,
        password,
        signal,
        onPacket: (packet) => {
          observed(packet);
          applyPacket(world, packet);
        },
        onSettled: () => {
          if (commit(world)) changed();
        },
      });
      const opened = new SeatConnection(world, connection);
      changed = () => opened.#changed();
      observed = (packet) => opened.#observer?.onPacket(packet);
      return ok(opened);
    } catch (cause) {
      if (!(cause instanceof Error)) throw cause;
      const code = cause instanceof JoinRefused ? 'E141' : 'E123';
      return fail(failure(code, `The game server did not let this agent in: ${cause.message}`));
    }
  }

  /** Settles when the connection is gone. */
  get closed(): Promise<Error> {
    return this.#connection.closed;
  }

  get unreadBytes(): number {
    return this.#connection.unreadBytes;
  }

  /** Sends one packet; `whenClosed` hears of the answer while the world is as it was just after it. */
  request<K extends ClientPacketName>(
    name: K,
    fields: PacketOf<K>['fields'],
    whenClosed?: (reply: Reply) => void,
  ): Promise<Reply> {
    const isDealtWith = this.asked.begin(fields);
    return this.#connection.request(name, fields, (reply) => {
      isDealtWith();
      whenClosed?.(reply);
    });
  }

  /** Hears of every change of the world from now on. */
  onChange(listener: () => void): void {
    this.#onChange = listener;
  }

  /** Shows everything from now on to this observer instead of the one before. */
  observe(observer: PacketObserver | undefined): void {
    this.#observer = observer;
  }

  /** Resolves when the world is as wanted, or the signal aborts; true when it is as wanted. */
  until(condition: (world: World) => boolean, signal: AbortSignal): Promise<boolean> {
    return this.#waiters.until(condition, signal);
  }

  close(): void {
    this.#connection.close();
  }

  #changed(): void {
    this.#onChange();
    this.#observer?.onChange();
    this.#waiters.check();
  }
}

/** Whoever takes the name up again and again is not waited for. */
const MAX_CUTS = 3;

/**
 * Connects a seat to its game's server. Somebody who asked for the seat's name and has not shown the password holds that
 * name until the server gives up on them: they are cut.
 */
export async function openSeatConnection(
  server: ServerProcess,
  options: Omit<SeatConnectionOptions, 'port' | 'password'>,
): Promise<Result<SeatConnection>> {
  const { port, password } = server;
  const name = quotedName(options.username);
  for (let cuts = 0; ; cuts += 1) {
    const line = await SeatConnection.open({ ...options, port, password });
    const isHeld = !line.ok && line.failure.message.includes('already connected');
    if (!isHeld || password === undefined || !name.ok || cuts >= MAX_CUTS) return line;
    await server.run(`cut ${name.value}`, options.signal);
  }
}
