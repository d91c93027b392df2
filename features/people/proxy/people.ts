import type { Clock } from '#shared/core/clock.js';
import { failure } from '#shared/core/failure.js';
import { fail, ok, type Result } from '#shared/core/result.js';
import { personCloseCodes } from '#shared/protocol/person-link.js';
import type { RecordStore } from '../../../proxy/games/disk/record-file.js';
import { detach } from '../../../proxy/games/faults/game-bug.js';
import type { GameParts } from '../../../proxy/games/lifecycle/game-options.js';
import { ownNation } from '../../../proxy/games/seats/nation.js';
import type { Seat } from '../../../proxy/games/seats/seat.js';
import type { Person } from './person.js';
import { reconnectSeat } from './reconnect-seat.js';

interface PeopleOptions extends GameParts {
  readonly clock: Clock;
}

/** A client that has sent nothing for this long, no answer to a ping either, has lost its network. */
const MAX_SILENCE_MS = 60_000;

/** Between two replacements of the connection of one seat. */
const MIN_REPLACED_MS = 3_000;

/** The server makes its map; this only ends what hangs. */
const START_TIMEOUT_MS = 20_000;

/** The people of the games in memory. */
export class PeopleOfGames {
  readonly #clock: Clock;
  readonly #byGame = new WeakMap<GameParts['game'], People>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** To be called for each game, before anybody joins it. */
  add(parts: GameParts): void {
    this.#byGame.set(parts.game, new People({ ...parts, clock: this.#clock }));
  }

  /** Seats a person in a game, as `People` does. */
  async join(game: GameParts['game'], agentId: string, person: Person): Promise<Result<Seat>> {
    const people = this.#byGame.get(game);
    return people === undefined ? fail(failure('E140', 'The game is gone')) : people.join(agentId, person);
  }
}

/** The people who play seats of a game with ordinary clients. */
class People {
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
    const { game } = this.#options;
    const inUse = game.usage.begin();
    person.sitDown({
      seat,
      refusal: () => game.unplayableReason?.message,
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
    const { game, clock, onPresence } = this.#options;
    if (person.isEnded) this.#byAgent.delete(agentId);
    seat.giveTo(person.isPlaying ? 'person' : 'model');
    game.presences.setPerson(agentId, person.isPlaying, clock.monotonic());
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
