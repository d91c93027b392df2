import { failure } from '#shared/core/failure.js';
import { fail, ok, type Result } from '#shared/core/result.js';
import type { Reply, ServerPacket } from '../../freeciv/brackets.js';
import { type ConnectionOptions, FreecivConnection } from '../../freeciv/connection.js';
import { JoinRefused } from '../../freeciv/errors.js';
import type { ClientPacketName, PacketOf } from '../../freeciv/generated/packets.js';
import type { WirePacket } from '../../freeciv/wire-stream.js';
import { unitToRelease } from '../../orders/agent-release.js';
import { InFlightTargets } from '../../orders/in-flight-targets.js';
import { applyPacket } from '../../world/fold.js';
import { commit, type World } from '../../world/world.js';
import { quotedName } from '../server/console-commands.js';
import type { ServerProcess } from '../server/server-process.js';
import { WorldWaiters } from './world-waiters.js';

/** How a seat connects to a game server. */
export interface SeatConnectionOptions
  extends Pick<ConnectionOptions, 'protocol' | 'port' | 'username' | 'password' | 'signal' | 'onWire'> {
  readonly world: World;
  /** 127.0.0.1 without it. */
  readonly host?: string;
}

/** Observes all packets of a seat's connection. */
export interface PacketObserver {
  /** Called with each packet, before it is applied to the world. */
  onPacket(packet: ServerPacket): void;
  /** Called whenever the world has a new version. */
  onChange(): void;
}

/** One connection of a seat to one game server, and its world. A seat may have several, one after the other. */
export class SeatConnection {
  readonly world: World;
  readonly asked = new InFlightTargets();
  readonly #waiters = new WorldWaiters(() => this.world);
  readonly #connection: FreecivConnection;
  #onChange: () => void = () => {};
  readonly #observers = new Set<PacketObserver>();
  #recorder: PacketObserver | undefined;
  #isLeft = false;

  private constructor(world: World, connection: FreecivConnection) {
    this.world = world;
    this.#connection = connection;
  }

  /** Connects and logs in. E141 when the server does not want this user, E123 when it is not there. */
  static async open({
    world,
    host = '127.0.0.1',
    ...login
  }: SeatConnectionOptions): Promise<Result<SeatConnection>> {
    let changed = (): void => {};
    let observed = (_packet: ServerPacket): void => {};
    try {
      const connection = await FreecivConnection.open({
        ...login,
        host,
        sharedPackets: world.sharedRuleset.packets,
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
      observed = (packet) => {
        opened.#recorder?.onPacket(packet);
        for (const observer of opened.#observers) observer.onPacket(packet);
      };
      return ok(opened);
    } catch (cause) {
      if (!(cause instanceof Error)) throw cause;
      const code = cause instanceof JoinRefused ? 'E141' : 'E123';
      return fail(failure(code, `The game server did not let this agent in: ${cause.message}`));
    }
  }

  get closed(): Promise<Error> {
    return this.#connection.closed;
  }

  get unreadBytes(): number {
    return this.#connection.unreadBytes;
  }

  get isOpen(): boolean {
    return this.#connection.isOpen;
  }

  /** Whether `leave` has closed it. */
  get isLeft(): boolean {
    return this.#isLeft;
  }

  /** Sends one packet; `whenClosed` is called with the answer while the world is in the state right after it. */
  request<K extends ClientPacketName>(
    name: K,
    fields: PacketOf<K>['fields'],
    whenClosed?: (reply: Reply) => void,
  ): Promise<Reply> {
    const unitId = unitToRelease(this.world, { name, fields });
    // Its answer says nothing; when the connection ends, that of the order does.
    if (unitId !== undefined)
      this.#connection
        .request('unit_server_side_agent_set', { unitId, agent: 'SSA_NONE' })
        .catch(() => undefined);
    const isDealtWith = this.asked.begin(fields);
    return this.#connection.request(name, fields, (reply) => {
      isDealtWith();
      whenClosed?.(reply);
    });
  }

  /** Sends a packet of a person's client, in the form of its version. */
  requestWire(packet: WirePacket, whenClosed?: (reply: Reply) => void): Promise<Reply> {
    return this.#connection.requestWire(packet, whenClosed);
  }

  /** Calls `listener` on every change of the world from now on. */
  onChange(listener: () => void): void {
    this.#onChange = listener;
  }

  /** Adds an observer that gets all packets from now on. */
  observe(observer: PacketObserver): void {
    this.#observers.add(observer);
  }

  /** Sets what records from all packets from now on; it comes before the observers. */
  recordTo(recorder: PacketObserver): void {
    this.#recorder = recorder;
  }

  /** Resolves true when the condition is met, false when the signal aborts first. */
  until(condition: (world: World) => boolean, signal: AbortSignal): Promise<boolean> {
    return this.#waiters.until(condition, signal);
  }

  close(): void {
    this.#connection.close();
  }

  /** Closes it because the seat gets another connection to the same server. */
  leave(): void {
    this.#isLeft = true;
    this.close();
  }

  #changed(): void {
    this.#recorder?.onChange();
    this.#onChange();
    for (const observer of this.#observers) observer.onChange();
    this.#waiters.check();
  }
}

/** Attempts to free a user name that a stranger holds. */
const MAX_CUTS = 3;

/** Connects a seat to its server. Another connection that holds the seat's name without the password is cut. */
export async function openSeatConnection(
  server: ServerProcess,
  options: Omit<SeatConnectionOptions, 'protocol' | 'host' | 'port' | 'password'>,
): Promise<Result<SeatConnection>> {
  const { protocol, host, port, password, isOwn } = server;
  const name = quotedName(options.username);
  for (let cuts = 0; ; cuts += 1) {
    const line = await SeatConnection.open({ ...options, protocol, host, port, password });
    const isHeld = !line.ok && line.failure.message.includes('already connected');
    if (!isHeld || !isOwn || password === undefined || !name.ok || cuts >= MAX_CUTS) return line;
    await server.run(`cut ${name.value}`, options.signal);
  }
}
