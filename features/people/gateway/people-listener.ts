import { once } from 'node:events';
import { createServer, type Server, type Socket } from 'node:net';
import type { AuditLog } from '../../../gateway/audit/audited-actions.js';
import { type SocketCaps, SocketCounts } from '../../../gateway/limits/socket-registry.js';
import { fingerprintOf } from '../../../gateway/limits/token-quotas.js';
import { payloadDigest } from '../../../gateway/session/session-answers.js';
import type { TrustedProxies } from '../../../gateway/transport/trusted-proxies.js';
import { acceptProxyProtocol } from '../../proxy-protocol/proxy-protocol.js';
import type { PeopleMetrics } from './people-metrics.js';
import { PersonConnection, type PersonEvents, type PersonServices } from './person.js';
import type { PersonSeat, RefusalReason } from './person-admission.js';
import { WAITING_BOUNDS, type WaitingBounds, WaitingPeople } from './waiting-people.js';

/** What the listener is made with. */
export interface PeopleListenerOptions extends PersonServices {
  readonly metrics: PeopleMetrics;
  readonly audit: AuditLog;
  readonly caps: () => SocketCaps;
  isDraining(): boolean;
  readonly bounds?: WaitingBounds;
}

/** Where people connect. */
export interface PlayAddress {
  readonly host: string;
  readonly port: number;
  /** Who may send the header of the PROXY protocol; undefined: nobody. */
  readonly proxies: TrustedProxies | undefined;
}

const RESTART = 'The gateway restarts: connect again in a minute';
const WITHDRAWN = 'Your invitation was withdrawn';
const CROWDED = 'Too many people are joining now; try again';
/** What stands for the agent where a token is for no seat. No agent can have that id. */
const UNKNOWN_PERSON = '*person';

/** The TCP port for people with the ordinary FreeCiv client, and all their connections. */
export class PeopleListener {
  readonly #options: PeopleListenerOptions;
  readonly #counts: SocketCounts;
  readonly #waiting: WaitingPeople<PersonConnection>;
  readonly #people = new Set<PersonConnection>();
  /** When those who are connected to a game have joined, on the monotonic clock. */
  readonly #joinedAt = new Map<PersonConnection, number>();
  #server: Server | undefined;
  #onEmpty: () => void = () => {};

  constructor(options: PeopleListenerOptions) {
    this.#options = options;
    this.#counts = new SocketCounts(options.caps);
    this.#waiting = new WaitingPeople(options.bounds ?? WAITING_BOUNDS);
  }

  /** Open connections, joined or not. */
  get size(): number {
    return this.#people.size;
  }

  /** The invitations, by the first digits of their tokens' hashes, whose persons are connected here. */
  get connected(): ReadonlySet<string> {
    const seats = [...this.#joinedAt.keys()].flatMap(({ seat }) => seat ?? []);
    return new Set(seats.map(({ tokenHash }) => fingerprintOf(tokenHash)));
  }

  /** Opens the port; rejects with the error of the operating system, such as EADDRINUSE. */
  async listen({ host, port, proxies }: PlayAddress): Promise<void> {
    const server = createServer((socket) => this.#accept(socket));
    if (proxies !== undefined) acceptProxyProtocol(server, proxies);
    server.listen({ host, port });
    await once(server, 'listening');
    this.#server = server;
  }

  /** Ends the connections whose tokens are no longer in force. */
  closeRevoked(): void {
    for (const person of [...this.#people]) if (!person.isInForce()) person.end('token', WITHDRAWN);
  }

  /** Closes the port and ends all connections; resolves when they are closed. */
  async closeAll(): Promise<void> {
    this.#server?.close();
    if (this.#people.size === 0) return;
    const emptied = new Promise<void>((resolve) => {
      this.#onEmpty = resolve;
    });
    for (const person of [...this.#people]) person.end('draining', RESTART);
    await emptied;
  }

  #accept(socket: Socket): void {
    const { isDraining, metrics } = this.#options;
    const address = socket.remoteAddress ?? '';
    if (this.#counts.exceeded(address) !== undefined || !this.#waiting.hasRoomFor(address)) {
      metrics.refused.inc({ reason: 'capacity' });
      // It may be reset before that, which is no error here.
      socket.on('error', () => {});
      socket.destroy();
      return;
    }
    const person = new PersonConnection(socket, this.#options, this.#events);
    this.#people.add(person);
    this.#counts.opened(person.address);
    this.#waiting.add(person)?.refuse('capacity');
    this.#measure();
    if (isDraining()) person.refuse('draining', RESTART);
  }

  readonly #events: PersonEvents = {
    onAsked: (person) => {
      this.#waiting.asked(person)?.refuse('capacity', CROWDED);
    },
    onOpened: (person) => {
      this.#waiting.remove(person);
      this.#measure();
    },
    onJoined: (person, seat) => {
      const { clock } = this.#options;
      this.#joinedAt.set(person, clock.monotonic());
      this.#measure();
      this.#record('person_joins', seat);
      this.#log(person, seat, 'a person has joined');
    },
    onRefused: (person, reason, seat) => {
      this.#options.metrics.refused.inc({ reason });
      // A flood of others would fill the disk: wrong tokens are within the limits of wrong tokens.
      if (seat !== undefined || reason === 'token') this.#record('person_joins', seat, reason);
      this.#log(person, seat, 'a person is refused', reason);
    },
    onClosed: (person) => this.#onClosed(person),
  };

  #onClosed(person: PersonConnection): void {
    const { clock } = this.#options;
    const { seat } = person;
    const joinedAt = this.#joinedAt.get(person);
    this.#people.delete(person);
    this.#joinedAt.delete(person);
    this.#counts.closed(person.address);
    this.#waiting.remove(person);
    this.#measure();
    if (joinedAt !== undefined && seat !== undefined) {
      this.#record('person_leaves', seat, 'ok', clock.monotonic() - joinedAt);
      this.#log(person, seat, 'a person has left');
    }
    if (this.#people.size === 0) this.#onEmpty();
  }

  #measure(): void {
    this.#options.metrics.playing.set(this.#joinedAt.size);
    this.#options.metrics.joining.set(this.#waiting.size);
  }

  /** A line of the audit; `status` is `ok` or the reason of a refusal. */
  #record(action: string, seat: PersonSeat | undefined, status = 'ok', durationMs = 0): void {
    const invitation = seat === undefined ? null : fingerprintOf(seat.tokenHash);
    this.#options.audit.record({
      agent_id: seat?.agentId ?? UNKNOWN_PERSON,
      session: '',
      game_id: seat?.gameId ?? '',
      correlation_id: null,
      action,
      args_hash: payloadDigest('person', { invitation }),
      status,
      outcome: null,
      duration_ms: Math.round(durationMs),
    });
  }

  #log(
    { address }: PersonConnection,
    seat: PersonSeat | undefined,
    text: string,
    reason?: RefusalReason,
  ): void {
    const { log } = this.#options;
    const fields = { address, agent: seat?.agentId, game: seat?.gameId, reason };
    // Whoever opens connections must not fill the log.
    if (seat === undefined) log.debug(fields, text);
    else log.info(fields, text);
  }
}
