import { connect, type Socket } from 'node:net';
import { batchWrites } from '#shared/core/batch-writes.js';
import { loopScheduler } from '#shared/core/loop-scheduler.js';
import { Brackets, type Reply, type RequestOrigin, type ServerPacket } from './brackets.js';
import { ConnectionLost, ProtocolError } from './errors.js';
import { FrameSplitter } from './frame-splitter.js';
import type { ClientPacketName, PacketOf } from './generated/packets.js';
import { FRAME_OVERHEAD_BYTES, InboundByteLimit } from './inbound-byte-limit.js';
import { type Login, logIn } from './login.js';
import { PacketStream } from './packet-stream.js';
import type { SharedPackets } from './shared-packets.js';
import { STALL_POLL_MS, StallDetector, type StallLimits } from './stall-detector.js';
import type { WirePacket } from './wire-stream.js';

/** Requests waiting to be written, in bytes; a server that reads answers in well under a millisecond. */
const MAX_UNWRITTEN_BYTES = 1 << 20;
/** Bytes that are decoded before the event loop runs again: some milliseconds, see FRAME_OVERHEAD_BYTES. */
const MAX_DECODE_BYTES_PER_TICK = 512 << 10;
/** More than a pipeline needs; a server that sends much before it answers is not asked again and again. */
const MAX_NUDGES = 8;
/** Packets of the server that we answer, and that it has not dealt with: a server sends a ping every 20 s. */
const MAX_UNASKED = 100;
/** Delay of TCP keep-alive. The server's own pings are more frequent. */
const KEEP_ALIVE_MS = 60_000;

/** What a connection to a game server needs: address, login, limits and the receivers of its packets. */
export interface ConnectionOptions extends Login {
  readonly host: string;
  readonly port: number;
  /** Ends the connection, also while it is being made. */
  readonly signal: AbortSignal;
  /** How many bytes the server may send, each frame with its FRAME_OVERHEAD_BYTES; a default far above any game without it. */
  readonly byteLimit?: InboundByteLimit;
  /** Receives every packet in the form of its version, before onPacket; `origin` sent the request that it answers. */
  readonly onWire?: ((packet: WirePacket, origin: RequestOrigin | undefined) => void) | undefined;
  /** The packets that all connections to the game share. */
  readonly sharedPackets?: SharedPackets;
  /** How long the server may take; a default that also a long turn change keeps. */
  readonly stallLimits?: StallLimits;
  /** Receives every packet in order, brackets included. An exception in it ends the connection, and `closed` resolves with it. */
  onPacket(packet: ServerPacket): void;
  /** Called when packets that belong together have been handed out: a bracket closed, or a chunk outside of one ended. */
  onSettled(): void;
}

/** One client connection to a freeciv-server: logged in, pings answered, requests paired with their brackets. */
export class FreecivConnection {
  /** Settles once, with the reason, when the connection is over. */
  readonly closed: Promise<Error>;
  readonly #options: ConnectionOptions;
  readonly #socket: Socket;
  readonly #batchWrites: () => void;
  readonly #stream: PacketStream<'server'>;
  readonly #splitter = new FrameSplitter();
  readonly #brackets = new Brackets();
  readonly #byteLimit: InboundByteLimit;
  readonly #stalls: StallDetector;
  #isDecoding = false;
  #hasJoined = false;
  #frames = 0;
  #answered = 0;
  /** Requests in flight whose answer is not awaited: those of #acknowledge. */
  #nudges = 0;
  /** Requests in flight that only answer a packet of the server. */
  #unasked = 0;
  /** True while an answer may be held back until an earlier one is acknowledged. */
  #isPipelined = false;
  /** True while the server sends what belongs together, such as a turn change. */
  #isFrozen = false;
  /** True when the last packet was of such a whole, and not its end. */
  #isMoreDue = false;
  #failure: Error | undefined;

  private constructor(options: ConnectionOptions) {
    this.#options = options;
    this.#stream = new PacketStream(options.protocol, 'server', options.sharedPackets?.forConnection());
    this.#byteLimit = options.byteLimit ?? new InboundByteLimit();
    this.#stalls = new StallDetector(options.stallLimits);
    const { host, port, signal } = options;
    const keepAlive = { keepAlive: true, keepAliveInitialDelay: KEEP_ALIVE_MS };
    this.#socket = connect({ host, port, signal, noDelay: true, ...keepAlive });
    this.#batchWrites = batchWrites(this.#socket, process.nextTick);
    this.closed = this.#watch();
  }

  /** Connects and logs in. Rejects with JoinRefused or ConnectionLost, whose cause is a ProtocolError if it was one. */
  static async open(options: ConnectionOptions): Promise<FreecivConnection> {
    const connection = new FreecivConnection(options);
    try {
      await logIn(options, (name, fields) => connection.request(name, fields));
      connection.#hasJoined = true;
      return connection;
    } catch (cause) {
      connection.close();
      throw cause;
    }
  }

  /** Bytes of received packets that no field took: 0, or the packet table is wrong. */
  get unreadBytes(): number {
    return this.#stream.unreadBytes;
  }

  get unreadByPacket(): ReadonlyMap<string, number> {
    return this.#stream.unreadByPacket;
  }

  /**
   * Sends one packet and settles when the server has dealt with it. May be called again before that: requests are
   * pipelined. Rejects with ConnectionLost (outcome unknown) or, when a value does not fit, ProtocolError. `whenClosed`
   * is called before any packet after the answer is handed out.
   */
  async request<K extends ClientPacketName>(
    name: K,
    fields: PacketOf<K>['fields'],
    whenClosed?: (reply: Reply) => void,
  ): Promise<Reply> {
    return this.#send(() => this.#stream.encode(name, fields), whenClosed);
  }

  /** Sends a packet of a person's client in the form of its version, and settles as `request` does. */
  async requestWire(packet: WirePacket, whenClosed?: (reply: Reply) => void): Promise<Reply> {
    return this.#send(() => this.#stream.encodeWire(packet), whenClosed, 'person');
  }

  #send(
    encode: () => Buffer,
    whenClosed: ((reply: Reply) => void) | undefined,
    origin?: RequestOrigin,
  ): Promise<Reply> {
    if (this.#failure !== undefined) throw toConnectionLost(this.#failure);
    if (this.#brackets.pendingCount > 0) this.#isPipelined = true;
    const frame = encode();
    this.#batchWrites();
    this.#socket.write(frame);
    const reply = this.#brackets.expect(whenClosed, origin);
    if (this.#socket.writableLength > MAX_UNWRITTEN_BYTES)
      this.#fail(new ConnectionLost('the game server does not read any more'));
    return reply;
  }

  get isOpen(): boolean {
    return this.#failure === undefined;
  }

  close(): void {
    this.#fail(new ConnectionLost('the connection was closed here'));
  }

  /**
   * Acknowledges what came by sending something, where more is awaited: answers of a pipeline, the rest of a turn change. The
   * server writes each as a segment of its own and, as TCP wants it, holds the second one back until the first is
   * acknowledged; our kernel does that after 40 ms unless it has something to send. What was held back then comes in one
   * segment.
   */
  #acknowledge(): void {
    if (this.#brackets.pendingCount === this.#nudges) this.#isPipelined = false;
    if (!(this.#isPipelined || this.#isMoreDue) || this.#nudges === MAX_NUDGES) return;
    this.#nudges += 1;
    const closed = () => {
      this.#nudges -= 1;
    };
    this.#ignoreFailure(this.request('client_heartbeat', {}, closed));
  }

  #watch(): Promise<Error> {
    const socket = this.#socket;
    socket.on('data', (chunk: Buffer) => this.#receive(chunk));
    socket.on('error', (cause) => this.#fail(new ConnectionLost(this.#brokenBy(cause), { cause })));
    socket.once('end', () => this.#fail(new ConnectionLost('the game server closed the connection')));
    const poll = setInterval(() => this.#endIfStalled(), STALL_POLL_MS).unref();
    return new Promise((resolve) => {
      socket.once('close', () => {
        clearInterval(poll);
        this.#fail(new ConnectionLost('the connection is closed'));
        resolve(this.#failure ?? new ConnectionLost('the connection is closed'));
      });
    });
  }

  #endIfStalled(): void {
    const stall = this.#stalls.sample({
      hasJoined: this.#hasJoined,
      answered: this.#answered,
      waiting: this.#brackets.pendingCount,
      frames: this.#frames,
      // What waits for its turn here is not the server's fault.
      isFrameBegun: !this.#isDecoding && this.#splitter.pendingBytes > 0,
    });
    if (stall !== undefined) this.#fail(new ConnectionLost(stall));
  }

  #brokenBy(cause: Error): string {
    if (this.#options.signal.aborted) return 'the connection was ended here';
    return `the connection to the game server broke: ${cause.message}`;
  }

  #receive(chunk: Buffer): void {
    if (this.#failure !== undefined) return;
    this.#splitter.append(chunk);
    if (this.#isDecoding) return;
    this.#isDecoding = true;
    if (!loopScheduler.run(() => this.#decodePending())) this.#socket.pause();
  }

  /** Decodes a portion of the received bytes. While more is left, the socket is paused and the event loop runs in between. */
  #decodePending(): void {
    if (this.#failure !== undefined) return;
    try {
      this.#isDecoding = this.#splitter.drain((frame) => {
        if (this.#failure !== undefined) return;
        this.#frames += 1;
        this.#byteLimit.debit(frame.length + FRAME_OVERHEAD_BYTES);
        const packet = this.#stream.decodeWire(frame);
        this.#options.onWire?.(packet, this.#brackets.originOf(packet));
        this.#dispatch(this.#stream.inOwnForm(packet), frame.length);
      }, MAX_DECODE_BYTES_PER_TICK);
      if (this.#isDecoding) {
        this.#socket.pause();
        setImmediate(() => this.#decodePending());
        return;
      }
      this.#socket.resume();
      if (this.#failure === undefined && !this.#brackets.insideBracket) this.#options.onSettled();
      if (this.#failure === undefined) this.#acknowledge();
    } catch (cause) {
      this.#fail(cause instanceof Error ? cause : new Error(String(cause)));
    }
  }

  #dispatch(packet: ServerPacket, bytes: number): void {
    this.#options.onPacket(packet);
    if (packet.name === 'processing_finished') {
      this.#answered += 1;
      this.#options.onSettled();
    }
    this.#brackets.accept(packet, bytes);
    if (packet.name === 'freeze_client') this.#isFrozen = true;
    else if (packet.name === 'thaw_client') this.#isFrozen = false;
    this.#isMoreDue =
      this.#isFrozen && !this.#brackets.insideBracket && packet.name !== 'processing_finished';
    if (packet.name === 'conn_ping') this.#answer('conn_pong', {});
    if (packet.name === 'rulesets_ready')
      this.#answer('client_info', { gui: 'GUI_STUB', emergVersion: 0, distribution: '' });
  }

  /** Sends what a packet of the server wants. A server that does not deal with it is not answered for ever. */
  #answer<K extends ClientPacketName>(name: K, fields: PacketOf<K>['fields']): void {
    if (this.#unasked >= MAX_UNASKED)
      throw new ProtocolError('too_large', `more than ${MAX_UNASKED} answers that are not dealt with`);
    this.#unasked += 1;
    const closed = () => {
      this.#unasked -= 1;
    };
    this.#ignoreFailure(this.request(name, fields, closed));
  }

  /** For requests without a caller: when the connection ends, `closed` reports it. */
  #ignoreFailure(reply: Promise<Reply>): void {
    reply.catch(() => undefined);
  }

  #fail(cause: Error): void {
    if (this.#failure !== undefined) return;
    this.#failure = cause;
    this.#socket.destroy();
    this.#brackets.rejectAll(toConnectionLost(cause));
  }
}

function toConnectionLost(cause: Error): ConnectionLost {
  return cause instanceof ConnectionLost ? cause : new ConnectionLost(cause.message, { cause });
}
