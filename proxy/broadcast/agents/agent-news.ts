import type { TurnMark, TurnMarkCounts } from '#shared/protocol/agent-answers.js';
import type {
  ActionOutcome,
  SpectatorAction,
  SpectatorAgent,
  SpectatorTokens,
} from '#shared/protocol/spectator/agents.js';
import type { ShownBlock } from './shown-blocks.js';

/** What an agent did or said, as whoever may know of it is told. */
export type AgentNews = { readonly player: number } & (
  | { readonly kind: 'model'; readonly model: string }
  | { readonly kind: 'tokens'; readonly tokens: SpectatorTokens }
  | { readonly kind: 'action'; readonly action: Omit<SpectatorAction, 'id'> }
  /** Of an action that is not shown. */
  | { readonly kind: 'verdict'; readonly outcome: ActionOutcome }
  /** That turn of its has ended. */
  | { readonly kind: 'turn'; readonly turn: number; readonly mark: TurnMark }
  | { readonly kind: 'transcript'; readonly blocks: readonly ShownBlock[] }
);

/** An agent after something that is no part of its transcript. */
export function changedBy(
  { tokens, verdicts, turns }: SpectatorAgent,
  news: Exclude<AgentNews, { kind: 'transcript' }>,
): Partial<SpectatorAgent> {
  switch (news.kind) {
    case 'model':
      return { model: news.model };
    case 'tokens':
      return { tokens: sum(tokens, news.tokens) };
    case 'action':
      return { verdicts: withOne(verdicts, news.action.outcome) };
    case 'verdict':
      return { verdicts: withOne(verdicts, news.outcome) };
    case 'turn':
      return {
        turns: markCounts(turns, { [news.mark]: 1 }),
        last_turn: { turn: news.turn, mark: news.mark },
      };
  }
}

/** An agent as it is now, with what it had done before. */
export function continued(before: SpectatorAgent, now: SpectatorAgent): SpectatorAgent {
  const tokens = now.tokens === null ? before.tokens : sum(before.tokens, now.tokens);
  const verdicts = { ...before.verdicts };
  for (const outcome of outcomes) verdicts[outcome] += now.verdicts[outcome];
  const turns = markCounts(before.turns, now.turns ?? {});
  const last = now.last_turn ?? before.last_turn;
  return {
    ...now,
    ...{ model: now.model ?? before.model, tokens, verdicts, turns },
    ...(last !== undefined && { last_turn: last }),
  };
}

/** Counts of turns with others added. */
export function markCounts(
  { played, auto_ended, timed_out, failed }: TurnMarkCounts = noTurns,
  more: Partial<TurnMarkCounts>,
): TurnMarkCounts {
  return {
    played: played + (more.played ?? 0),
    auto_ended: auto_ended + (more.auto_ended ?? 0),
    timed_out: timed_out + (more.timed_out ?? 0),
    failed: failed + (more.failed ?? 0),
  };
}

const noTurns: TurnMarkCounts = { played: 0, auto_ended: 0, timed_out: 0, failed: 0 };

function withOne(verdicts: SpectatorAgent['verdicts'], outcome: ActionOutcome): SpectatorAgent['verdicts'] {
  return { ...verdicts, [outcome]: verdicts[outcome] + 1 };
}

const outcomes: readonly ActionOutcome[] = ['applied', 'no_effect', 'rejected', 'invalid', 'unknown'];

/** An agent that has done nothing yet. */
export function newcomer(player: number): SpectatorAgent {
  return {
    player,
    model: null,
    presence: 'connected',
    clock: { state: 'waiting', since: 0, ends_at: null },
    tokens: null,
    verdicts: { applied: 0, no_effect: 0, rejected: 0, invalid: 0, unknown: 0 },
    turns: noTurns,
  };
}

function sum(known: SpectatorTokens | null, more: SpectatorTokens): SpectatorTokens {
  return { input: (known?.input ?? 0) + more.input, output: (known?.output ?? 0) + more.output };
}
