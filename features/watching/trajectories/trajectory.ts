import type { TurnMark } from '#shared/protocol/agent-answers.js';
import type { NativeBlock } from '#shared/protocol/transcript.js';
import type { UsageReport } from '#shared/protocol/usage.js';
import type { DecisionLine, DecisionsHeader, ShownState, TakenAction } from './decisions-file.js';

/** One decision of an agent: what it knew, what it did, and the result. */
export interface Decision {
  readonly game: string;
  readonly player: number;
  readonly agent: string;
  readonly model: string | null;
  readonly turn: number;
  /** Milliseconds since 1970. */
  readonly at: number;
  /** The answer to its last state query, without the offers; null when it had asked for none. */
  readonly state: { readonly turn: number; readonly format: string; readonly data: object } | null;
  /** The last legal actions it was shown in this turn, in the form it asked for; null when there were none. */
  readonly offers: unknown;
  readonly action: Readonly<Record<string, unknown>>;
  readonly verdict: Readonly<Record<string, unknown>>;
  readonly score_before: number;
  /** Change of score until its next decision, or until the last known score; null when none is known. */
  readonly score_change: number | null;
  /** The transcript since its last decision, in the form of the model's provider. */
  readonly transcript: readonly NativeBlock[];
  /** How its turn ended; null when that is not known. */
  readonly turn_mark: TurnMark | null;
  /** What its model took for its turn, as the agent reported; null without a report. */
  readonly turn_usage: UsageReport | null;
}

/** A decision without what is known of its turn, which may not have ended yet. */
type OpenDecision = Omit<Decision, 'turn_mark' | 'turn_usage'>;

/** A line that is about no whole turn. */
type EventLine = Exclude<DecisionLine, { turn_mark: unknown } | { usage: unknown }>;

/** What is known of the turns of a seat, by turn. */
interface TurnFacts {
  readonly marks: Map<number, TurnMark>;
  readonly usage: Map<number, UsageReport>;
}

/** The decisions of one seat in order. Those of a turn are yielded together, once a decision of another turn is found. */
export function* decisionsIn(header: DecisionsHeader, lines: Iterable<DecisionLine>): Generator<Decision> {
  const facts: TurnFacts = { marks: new Map(), usage: new Map() };
  let held: OpenDecision[] = [];
  for (const decision of openDecisions(header, collectFacts(lines, facts))) {
    if (held[0] !== undefined && held[0].turn !== decision.turn) {
      yield* withFacts(held, facts);
      held = [];
    }
    held.push(decision);
  }
  yield* withFacts(held, facts);
}

/** Moves what is about whole turns from the lines to `facts`. */
function* collectFacts(lines: Iterable<DecisionLine>, facts: TurnFacts): Generator<EventLine> {
  for (const line of lines) {
    if ('turn_mark' in line) facts.marks.set(line.turn_mark.turn, line.turn_mark.mark);
    else if ('usage' in line) facts.usage.set(line.usage.turn, line.usage);
    else yield line;
  }
}

function* withFacts(decisions: readonly OpenDecision[], { marks, usage }: TurnFacts): Generator<Decision> {
  for (const decision of decisions) {
    const { turn } = decision;
    yield { ...decision, turn_mark: marks.get(turn) ?? null, turn_usage: usage.get(turn) ?? null };
  }
}

function* openDecisions(header: DecisionsHeader, lines: Iterable<EventLine>): Generator<OpenDecision> {
  let open: Omit<OpenDecision, 'score_change'> | undefined;
  let score: number | undefined;
  const context = new AgentContext();
  for (const line of lines) {
    if ('score' in line) score = line.score.score;
    else if (!('taken' in line)) context.add(line);
    else {
      if (open !== undefined) yield { ...open, score_change: line.taken.score - open.score_before };
      open = { ...trajectoryKey(header), ...context.decide(line.taken) };
      score = undefined;
    }
  }
  if (open !== undefined)
    yield { ...open, score_change: score === undefined ? null : score - open.score_before };
}

function trajectoryKey({ game_id: game, player, agent }: DecisionsHeader) {
  return { game, player, agent };
}

/** What an agent knows when it decides. */
class AgentContext {
  #state: ShownState | undefined;
  #offers: { readonly turn: number; readonly offers: unknown } | undefined;
  #transcript: NativeBlock[] = [];
  #model: string | null = null;

  add(line: Exclude<EventLine, { taken: TakenAction } | { score: unknown }>): void {
    if ('gap' in line) {
      this.#state = undefined;
      this.#offers = undefined;
    } else if ('shown' in line) {
      const { legal_actions: offers, ...data } = line.shown.data;
      this.#state = { ...line.shown, data };
      if (offers !== undefined) this.#offers = { turn: line.shown.turn, offers };
    } else {
      this.#transcript.push(...line.transcript.blocks);
      this.#model = line.transcript.model ?? this.#model;
    }
  }

  decide({ turn, at, score, action, verdict }: TakenAction) {
    const transcript = this.#transcript;
    this.#transcript = [];
    return {
      model: this.#model,
      turn,
      at,
      state: this.#state ?? null,
      offers: this.#offers?.turn === turn ? this.#offers.offers : null,
      action,
      verdict,
      score_before: score,
      transcript,
    };
  }
}
