import type { TurnMark, TurnMarkCounts } from '#shared/protocol/agent-answers.js';
import type {
  ActionOutcome,
  SpectatorAction,
  SpectatorAgent,
  SpectatorTokens,
} from '#shared/protocol/spectator/agents.js';
import type { Usage } from '#shared/protocol/transcript.js';
import type { SeatRun } from '#shared/protocol/usage.js';
import type { PublishedBlock } from './display-quota.js';

/** What is counted of an action. */
type JudgedAction = Pick<SpectatorAction, 'type' | 'outcome' | 'sentence'>;

/** Something an agent did or reported, for the views that may show it. */
export type AgentEvent = { readonly player: number } & (
  | { readonly kind: 'model'; readonly model: string }
  | { readonly kind: 'tokens'; readonly tokens: SpectatorTokens }
  | { readonly kind: 'action'; readonly action: Omit<SpectatorAction, 'id'> }
  /** An action that is counted but not shown. */
  | { readonly kind: 'verdict'; readonly action: JudgedAction }
  /** Its agent has reported what a turn took. */
  | { readonly kind: 'run'; readonly run: SeatRun }
  /** A turn of the agent has ended. */
  | { readonly kind: 'turn'; readonly turn: number; readonly mark: TurnMark }
  | { readonly kind: 'transcript'; readonly blocks: readonly PublishedBlock[] }
);

/** The fields of an agent that an event changes. */
export function applyAgentEvent(
  { tokens, verdicts, turns, refused }: SpectatorAgent,
  event: Exclude<AgentEvent, { kind: 'transcript' }>,
): Partial<SpectatorAgent> {
  switch (event.kind) {
    case 'model':
      return { model: event.model };
    case 'tokens':
      return { tokens: addTokens(tokens, event.tokens) };
    case 'run':
      return { run: event.run };
    case 'action':
    case 'verdict':
      return {
        verdicts: countOutcome(verdicts, event.action.outcome),
        ...countRefusal(refused, event.action),
      };
    case 'turn':
      return {
        turns: addTurnMarks(turns, { [event.mark]: 1 }),
        last_turn: { turn: event.turn, mark: event.mark },
      };
  }
}

/** The current state of an agent with the counts of its earlier one added. */
export function mergeAgents(before: SpectatorAgent, now: SpectatorAgent): SpectatorAgent {
  const tokens = now.tokens === null ? before.tokens : addTokens(before.tokens, now.tokens);
  const verdicts = { ...before.verdicts };
  for (const outcome of OUTCOMES) verdicts[outcome] += now.verdicts[outcome];
  const turns = addTurnMarks(before.turns, now.turns ?? {});
  const last = now.last_turn ?? before.last_turn;
  const run = now.run ?? before.run;
  const refused = (now.refused ?? []).reduce(addRefused, before.refused ?? []);
  return {
    ...now,
    model: now.model ?? before.model,
    tokens,
    verdicts,
    turns,
    last_turn: last,
    run,
    ...(refused.length > 0 && { refused }),
  };
}

/** Adds counts of turn marks. */
export function addTurnMarks(
  { played, auto_ended, timed_out, failed }: TurnMarkCounts = NO_TURNS,
  more: Partial<TurnMarkCounts>,
): TurnMarkCounts {
  return {
    played: played + (more.played ?? 0),
    auto_ended: auto_ended + (more.auto_ended ?? 0),
    timed_out: timed_out + (more.timed_out ?? 0),
    failed: failed + (more.failed ?? 0),
  };
}

const NO_TURNS: TurnMarkCounts = { played: 0, auto_ended: 0, timed_out: 0, failed: 0 };

function countOutcome(
  verdicts: SpectatorAgent['verdicts'],
  outcome: ActionOutcome,
): SpectatorAgent['verdicts'] {
  return { ...verdicts, [outcome]: verdicts[outcome] + 1 };
}

type RefusedActions = NonNullable<SpectatorAgent['refused']>;

/** Agents may send actions that do not exist: those of further types are counted as `other_actions`. */
const MAX_REFUSED_TYPES = 24;
const OTHER_TYPES = 'other_actions';

function countRefusal(
  refused: RefusedActions = [],
  { type, outcome, sentence = '' }: JudgedAction,
): Pick<SpectatorAgent, 'refused'> {
  if (outcome !== 'rejected' && outcome !== 'invalid') return {};
  return { refused: addRefused(refused, { type, count: 1, sentence }) };
}

function addRefused(known: RefusedActions, more: RefusedActions[number]): RefusedActions {
  const isFull = known.length >= MAX_REFUSED_TYPES && known.every(({ type }) => type !== more.type);
  const type = isFull ? OTHER_TYPES : more.type;
  const before = known.find((one) => one.type === type);
  const now = { ...more, type, count: (before?.count ?? 0) + more.count };
  return before === undefined ? [...known, now] : known.map((one) => (one === before ? now : one));
}

const OUTCOMES: readonly ActionOutcome[] = ['applied', 'no_effect', 'rejected', 'invalid', 'unknown'];

/** The state of an agent that has done nothing yet. */
export function newAgent(player: number): SpectatorAgent {
  return {
    player,
    model: null,
    presence: 'connected',
    clock: { state: 'waiting', since: 0, ends_at: null },
    tokens: null,
    verdicts: { applied: 0, no_effect: 0, rejected: 0, invalid: 0, unknown: 0 },
    turns: NO_TURNS,
  };
}

function addTokens(known: SpectatorTokens | null, more: SpectatorTokens): SpectatorTokens {
  return { input: (known?.input ?? 0) + more.input, output: (known?.output ?? 0) + more.output };
}

/** Input and output tokens of a usage report; cached input counts as input. Undefined when the report has no counts. */
export function tokensOf(usage: Usage): SpectatorTokens | undefined {
  const { input_tokens, cache_creation_input_tokens, cache_read_input_tokens, prompt_tokens } = usage;
  const counts = [input_tokens ?? prompt_tokens, usage.output_tokens ?? usage.completion_tokens];
  if (counts.every((count) => typeof count !== 'number')) return undefined;
  const [input, output] = counts;
  const cached = (cache_creation_input_tokens ?? 0) + (cache_read_input_tokens ?? 0);
  return { input: (input ?? 0) + cached, output: output ?? 0 };
}
