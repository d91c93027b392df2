import { failure } from '#shared/core/failure.js';
import type { JsonObject } from '#shared/core/json.js';
import { fail, ok, type Result } from '#shared/core/result.js';
import type {
  McpSeat,
  SeatPush,
  SeatRequestOptions,
  SeatRequestType,
} from '../../../features/mcp/server/mcp-seat.js';
import { ManualClock } from '../manual-clock.js';

/** What a scripted seat was asked. */
export interface Asked {
  readonly type: SeatRequestType;
  readonly data: JsonObject;
  readonly name: string | undefined;
}

/** A seat whose answers a test gives. Requests that no answer is scripted for wait for `answer`. */
export class ScriptedSeat implements McpSeat {
  readonly clock = new ManualClock();
  readonly asked: Asked[] = [];
  readonly entered: unknown[] = [];
  readonly begun = new Set<string>();
  isMissing = false;
  isPlaying = true;
  keepsNames = true;
  readonly #waiting: ((answer: Result<JsonObject>) => void)[] = [];
  readonly #listeners = new Set<(push: SeatPush) => void>();

  tools = async () => ok([]);
  scenarios = async () => fail(failure('E123', 'No list of scenarios'));
  mapPicture = async () => fail(failure('E123', 'No picture'));
  isGameMissing = async () => this.isMissing;
  hasBegun = async (name: string) => this.begun.has(name);

  request(
    type: SeatRequestType,
    data: JsonObject,
    { correlationId, onBegin }: SeatRequestOptions = {},
  ): Promise<Result<JsonObject>> {
    onBegin?.();
    this.asked.push({ type, data, name: correlationId });
    if (correlationId !== undefined) this.begun.add(correlationId);
    if (type === 'stop') return Promise.resolve(ok({}));
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  async enter(config?: unknown) {
    this.entered.push(config);
    this.isMissing = false;
    return ok({});
  }

  onPush(listener: (push: SeatPush) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  push(type: string, data: JsonObject): void {
    for (const listener of this.#listeners) listener({ type, data });
  }

  /** Answers the oldest request that waits, and lets what follows from it happen. */
  async answer(answer: Result<JsonObject>): Promise<void> {
    this.#waiting.shift()?.(answer);
    await settled();
  }
}

/** Lets everything happen that waits for nothing but itself. */
export async function settled(): Promise<void> {
  for (let step = 0; step < 20; step++) await Promise.resolve();
}

/** The answer to `end_turn` whose wait has ended for that reason after so many turns. */
export function turnAnswer(why: string, turn: number, turns: number, happened: readonly string[] = []) {
  const brief = { turn, ended: { turns, why }, happened: [...happened] };
  return ok({ tool: 'end_turn', ok: true, text: `turn ${turn}`, result: { ok: true, brief } });
}

/** A refusal in the answer to a tool call. */
export function refusedAnswer(code: string, more: JsonObject = {}) {
  return ok({ tool: 'end_turn', ok: false, text: code, result: { ok: false, code, why: code, ...more } });
}
