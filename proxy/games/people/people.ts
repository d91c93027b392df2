import type { Clock } from '#shared/core/clock.js';
import { type Failure, failure } from '#shared/core/failure.js';
import { fail, ok, type Result } from '#shared/core/result.js';
import { personCloseCodes } from '#shared/protocol/person-link.js';
import type { ConnectionOptions } from '../../freeciv/connection.js';
import type { RecordStore } from '../disk/record-file.js';
import { detach } from '../faults/game-bug.js';
import { ownNation } from '../seats/nation.js';
import type { PacketQueue } from '../seats/packet-queue.js';
import type { Presences } from '../seats/presence.js';
import { reconnectSeat } from '../seats/reconnect-seat.js';
import type { Seat } from '../seats/seat.js';
import type { SeatConnection } from '../seats/seat-connection.js';
import type { ServerRun } from '../server/server-run.js';
import type { Person } from './person.js';

/** The parts of a game that people need. */
export interface PeopleOptions {
  readonly clock: Clock;
  readonly presences: Presences;
  readonly recordStore: RecordStore;
  readonly queue: PacketQueue;
  readonly lifecycle: {
    readonly state: { readonly kind: string };
    readonly serverRun: ServerRun | undefined;
    attachSeat(seat: Seat, connection: SeatConnection, serverRun: ServerRun): void;
  };
  readonly usage: { begin(): Disposable };
  /** Why nothing can be done in the game now; undefined when it can. */
  refusal(): Failure | undefined;
  /** The agent's seat, taken over a connection with that `onWire` where it has none yet. */
  allocate(agentId: string, onWire: ConnectionOptions['onWire']): Promise<Result<Seat>>;
  /** Called when a person has come, has left, or gives the seat to its agent and back. */
  onPresence(agentId: string): void;
}

/** A client that has sent nothing for this long, no answer to a ping either, has lost its network. */
const MAX_SILENCE_MS = 60_000;

/** Between two replacements of the connection of one seat. */
const MIN_REPLACED_MS = 3_000;

/** The server makes its map; this only ends what hangs. */
const START_TIMEOUT_MS = 20_000;

/** The people who play seats of a game with ordinary clients. */
export class People {
  readonly #options: PeopleOptions;
  readonly #byAgent = new Map<string, Person>();
  /** When the connection of a seat was replaced last, on the monotonic clock. */
  readonly #replacedAt = new Map<string, number>();

  constructor(options: PeopleOptions) {
    this.#options = options;
  }

  /** Seats a person: E126 while another one is at the seat; else as taking a seat does. */
  async join(agentId: string, person: Person): Promise<Result<Seat>> {
    const { clock } = this.#options;
    const before = this.#byAgent.get(agentId);
    if (before !== undefined && !before.isEnded && clock.monotonic() - before.heardAt < MAX_SILENCE_MS)
      return fail(failure('E126', 'Another person plays this seat now'));
    before?.end(personCloseCodes.done, 'the person came again from elsewhere');
    this.#byAgent.set(agentId, person);
    let seated: Result<Seat> = fail(failure('E123', 'The person has left'));
    try {
      seated = await this.#seat(agentId, person);
    } finally {
      const isSeated = seated.ok && !person.isEnded;
      if (!isSeated && this.#byAgent.get(agentId) === person) this.#byAgent.delete(agentId);
    }
    if (!seated.ok || person.isEnded) return seated;
    const seat = seated.value;
    const inUse = this.#options.usage.begin();
    person.sitDown({
      seat,
      refusal: () => this.#options.refusal()?.message,
      onControl: () => {
        if (person.isEnded) inUse[Symbol.dispose]();
        this.#update(agentId, person, seat);
      },
      onNationChosen: () => this.#detach(this.#updateRecord(agentId, ownNation(seat.world))),
    });
    return seated;
  }

  #update(agentId: string, person: Person, seat: Seat): void {
    if (this.#byAgent.get(agentId) !== person) return;
    const { presences, clock, onPresence } = this.#options;
    if (person.isEnded) this.#byAgent.delete(agentId);
    seat.giveTo(person.isPlaying ? 'person' : 'model');
    presences.setPerson(agentId, person.isPlaying, clock.monotonic());
    onPresence(agentId);
  }

  async #seat(agentId: string, person: Person): Promise<Result<Seat>> {
    const { allocate } = this.#options;
    const seat = await allocate(agentId, (packet, origin) => person.onWire(packet, origin));
    if (!seat.ok) return seat;
    if (!person.hasJoined) {
      const again = await this.#connectAnew(seat.value, person);
      if (!again.ok) return again;
    }
    const closed = seat.value.connection?.closed.then(() => {
      const isOver = this.#options.recordStore.current.phase === 'ended';
      if (isOver) person.end(personCloseCodes.done, 'the game is over');
      else person.dismiss(personCloseCodes.restart, 'The game server was lost: join again');
    });
    if (closed !== undefined) this.#detach(closed);
    return seat;
  }

  #detach(work: Promise<unknown>): void {
    detach(this.#options.recordStore.current.id, work);
  }

  /** Replaces the connection while nobody acts. All other seats wait meanwhile, so a seat is connected anew at most once in MIN_REPLACED_MS. */
  async #connectAnew(seat: Seat, person: Person): Promise<Result<void>> {
    const { lifecycle, queue } = this.#options;
    // A player without a connection would not be in the game that is being made.
    const isMade = (): boolean => lifecycle.state.kind !== 'starting';
    for (;;) {
      if (!(await seat.until(() => person.isEnded || isMade(), AbortSignal.timeout(START_TIMEOUT_MS))))
        return fail(failure('E123', 'The game is still being made', { details: { retry_after: 5 } }));
      if (person.isEnded) return fail(failure('E123', 'The person has left'));
      const done = await queue.run(async () => (isMade() ? await this.#reconnect(seat, person) : undefined));
      if (done !== undefined) return done;
    }
  }

  /** The server tells everything once more, to the client of the person too. */
  async #reconnect(seat: Seat, person: Person): Promise<Result<void>> {
    const { clock, lifecycle, recordStore } = this.#options;
    const { serverRun, state } = lifecycle;
    const record = recordStore.current.seats.find(({ agentId }) => agentId === seat.agentId);
    const isLobby = state.kind === 'lobby';
    if (serverRun === undefined || record === undefined || person.isEnded)
      return fail(failure('E123', 'The game is being restored', { details: { retry_after: 2 } }));
    const now = clock.monotonic();
    const left = (this.#replacedAt.get(seat.agentId) ?? Number.NEGATIVE_INFINITY) + MIN_REPLACED_MS - now;
    if (left > 0) {
      const wait = Math.ceil(left / 1000);
      const sentence = `The seat was joined a moment ago: try again in ${wait} s`;
      return fail(failure('E112', sentence, { details: { retry_after: wait } }));
    }
    this.#replacedAt.set(seat.agentId, now);
    const connection = await reconnectSeat({
      ...{ seat, record, serverRun, isLobby },
      hasLineup: recordStore.current.config.lineup !== undefined,
      onWire: (packet, origin) => person.onWire(packet, origin),
    });
    if (!connection.ok) {
      // As when the connection of a seat is lost: the game is restored with all seats.
      serverRun.server.kill();
      return connection;
    }
    lifecycle.attachSeat(seat, connection.value, serverRun);
    const { player } = connection.value.world.seat;
    if (isLobby && player !== undefined) await this.#updateRecord(seat.agentId, { player });
    return ok(undefined);
  }

  async #updateRecord(
    agentId: string,
    change: Partial<RecordStore['current']['seats'][number]>,
  ): Promise<void> {
    const { recordStore } = this.#options;
    const seats = recordStore.current.seats.map((seat) =>
      seat.agentId === agentId ? { ...seat, ...change } : seat,
    );
    await recordStore.update({ seats });
  }
}
