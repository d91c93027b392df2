import { setTimeout as pause } from 'node:timers/promises';
import { closeCodes } from '#shared/protocol/close-codes.js';
import type { PushMessage } from '#shared/protocol/state/messages.js';
import { AgentError, GatewayLost } from '../../../agent/errors.js';
import { AgentSeat, type LoginWishes, type SeatOptions } from '../../../agent/seat.js';
import { PushSequence } from '../faults/push-sequence.js';

type Data = Readonly<Record<string, unknown>>;

export interface CountingAgentOptions {
  readonly url: string;
  readonly token: string;
  readonly agentId: string;
  readonly gameId: string;
  readonly login: LoginWishes;
  readonly random: () => number;
  /** Milliseconds between two actions, on average. */
  readonly paceMs: number;
}

/** What agents count. */
export interface AgentCounts {
  acknowledged: number;
  unknown: number;
  requests: number;
  pushes: number;
  turns: number;
  resumes: number;
  takenOver: number;
}

const PRODUCTION = ['warriors', 'settlers', 'workers', 'coinage'] as const;
type Production = (typeof PRODUCTION)[number];
const APPENDS_EACH_TURN = 6;

/**
 * An agent with an account of its own: each of its actions puts one thing at the end of its city's worklist, so that one that is
 * lost is one too few there, and one that is carried out twice is one too many.
 */
export class CountingAgent {
  readonly counts: AgentCounts = {
    acknowledged: 0,
    unknown: 0,
    requests: 0,
    pushes: 0,
    turns: 0,
    resumes: 0,
    takenOver: 0,
  };
  /** What must not be, in sentences. */
  readonly violations: string[] = [];
  readonly #options: CountingAgentOptions;
  readonly #sequence = new PushSequence();
  readonly #sessions = new Set<string>();
  #seat: AgentSeat;
  #isLeaving = false;
  #asked: { readonly what: string; readonly since: number } | undefined;

  constructor(options: CountingAgentOptions) {
    this.#options = options;
    this.#seat = this.#open();
  }

  /** Requests that have got their answer. */
  get answered(): number {
    return this.counts.requests - (this.#asked === undefined ? 0 : 1);
  }

  /** What it waits for, and for how many milliseconds. */
  get waitsFor(): { readonly what: string; readonly ms: number } {
    const { what, since } = this.#asked ?? { what: 'nothing', since: performance.now() };
    return { what: `${this.#options.agentId} waits for ${what}`, ms: performance.now() - since };
  }

  /** Founds its city; tries again where it is not known what became of that. */
  async settle(): Promise<void> {
    for (let outcome = 'unknown'; outcome === 'unknown'; ) {
      const { units, cities, player_id } = await this.#state();
      if (cities.some(({ owner }) => owner === player_id)) return;
      const settlers = units.find(({ owner, type }) => owner === player_id && /^settlers$/i.test(type));
      outcome = await this.#do('unit_build_city', { unit_id: settlers?.id });
    }
  }

  /** Plays turn after turn until it leaves. */
  async play(): Promise<void> {
    while (!this.#isLeaving) {
      try {
        await this.#turn();
        this.counts.turns += 1;
      } catch (error) {
        // The seat was closed, which is what leaving does.
        if (!this.#isLeaving) this.violations.push(this.#told(`ended: ${Object(error).message}`));
        return;
      }
    }
  }

  /** Leaves the game. */
  async leave(): Promise<void> {
    this.#isLeaving = true;
    await this.#seat.close();
  }

  async #turn(): Promise<void> {
    const city = await this.#city();
    const least = new Map<string, number>();
    const most = new Map<string, number>();
    for (let count = 0; count < APPENDS_EACH_TURN && !this.#isLeaving; count += 1) {
      const thing = PRODUCTION[Math.floor(this.#options.random() * PRODUCTION.length)] ?? 'coinage';
      const outcome = await this.#do('city_worklist_append', { city_id: city.id, items: [thing] });
      if (outcome !== 'refused') most.set(thing, (most.get(thing) ?? 0) + 1);
      if (outcome === 'done') least.set(thing, (least.get(thing) ?? 0) + 1);
      await pause(2 * this.#options.paceMs * this.#options.random());
    }
    const { worklist: after } = await this.#city();
    for (const wrong of differences(city.worklist, after, { least, most }))
      this.violations.push(this.#told(wrong));
    while ((await this.#city()).worklist.length > 0)
      await this.#do('city_worklist', { city_id: city.id, items: [] });
    await this.#lasting('the next turn', () => this.#seat.endTurn());
  }

  /** Does an action until it has its verdict. */
  async #do(action: string, fields: Data): Promise<'done' | 'unknown' | 'refused'> {
    try {
      await this.#asking(`the verdict of ${action}`, () => this.#seat.act(action, fields));
      this.counts.acknowledged += 1;
      return 'done';
    } catch (error) {
      if (this.#isLeaving) throw error;
      if (isTakenOver(error) || (error instanceof AgentError && error.isOutcomeUnknown)) {
        this.counts.unknown += 1;
        return 'unknown';
      }
      if (!(error instanceof AgentError)) throw error;
      this.violations.push(this.#told(`${action} was refused: ${error.message}`));
      return 'refused';
    }
  }

  async #city(): Promise<{ readonly id: number; readonly worklist: readonly string[] }> {
    const { cities, player_id } = await this.#state();
    const city = cities.find(({ owner }) => owner === player_id);
    if (city === undefined) throw new Error('its city is not there');
    return { id: city.id, worklist: (city.worklist ?? []).map((thing) => thing.toLowerCase()) };
  }

  #state() {
    const query = { format: 'full' } as const;
    return this.#lasting('a state', () => this.#seat.state(query));
  }

  /** Asks again where the seat was taken over meanwhile. */
  async #lasting<T>(what: string, ask: () => Promise<T>): Promise<T> {
    for (;;) {
      try {
        return await this.#asking(what, ask);
      } catch (error) {
        if (this.#isLeaving || !isTakenOver(error)) throw error;
      }
    }
  }

  async #asking<T>(what: string, ask: () => Promise<T>): Promise<T> {
    this.counts.requests += 1;
    this.#asked = { what, since: performance.now() };
    try {
      return await ask();
    } finally {
      this.#asked = undefined;
    }
  }

  /** A seat in its session; after a takeover by a connection of its own that somebody repeated, the next one. */
  #open(session?: SeatOptions['session']): AgentSeat {
    const { url, token, agentId, gameId, login } = this.#options;
    const seat: AgentSeat = new AgentSeat(url, {
      ...{ agentId, token, game: gameId, login, session },
      connectTimeoutMs: 180_000,
      onMessage: (message) => {
        if (message.seq !== undefined) this.#hear(message);
        if (message.type !== 'llm_connect') return;
        this.#sessions.add(message.data.session_id);
        if (message.data.resumed === true) this.counts.resumes += 1;
        if (message.data.resync === true) this.#sequence.resync();
        if (this.#sessions.size > 1) this.violations.push(this.#told('its session was lost'));
      },
      onStatus: (status) => {
        if (status.kind !== 'over' || this.#isLeaving || !isTakenOver(status.error)) return;
        this.counts.takenOver += 1;
        this.#seat = this.#open(seat.session);
      },
    });
    return seat;
  }

  #hear(message: PushMessage): void {
    this.counts.pushes += 1;
    const wrong = this.#sequence.take(message.seq, { ...message.data });
    if (wrong !== undefined) this.violations.push(this.#told(wrong));
  }

  #told(sentence: string): string {
    return `${this.#options.gameId} ${this.#options.agentId}: ${sentence}`;
  }
}

/** Another connection logged in to the session: where one is repeated, that is its twin. */
function isTakenOver(error: unknown): boolean {
  if (error instanceof GatewayLost) return error.closeCode === closeCodes.replaced;
  return error instanceof AgentError && error.code === 'E125';
}

/**
 * What came of appends to a worklist, in sentences, where it is not as its agent was told. `least` is how often each thing was
 * acknowledged, `most` how often it was sent.
 */
export function differences(
  before: readonly string[],
  after: readonly string[],
  { least, most }: Readonly<Record<'least' | 'most', ReadonlyMap<string, number>>>,
): readonly string[] {
  return PRODUCTION.flatMap((thing) => {
    const there = count(after, thing) - count(before, thing);
    const [low, high] = [least.get(thing) ?? 0, most.get(thing) ?? 0];
    if (there < low) return [`lost: ${there} ${thing} of ${low} acknowledged`];
    return there > high ? [`twice: ${there} ${thing} of ${high} sent`] : [];
  });
}

function count(list: readonly string[], thing: Production): number {
  return list.filter((each) => each === thing).length;
}
