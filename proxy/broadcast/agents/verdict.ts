import type { Result } from '#shared/core/result.js';
import type { ActionOutcome, SpectatorAction, SpectatorTokens } from '#shared/protocol/spectator/agents.js';
import type { ActionResult } from '#shared/protocol/state/action-result.js';
import type { Usage } from '#shared/protocol/transcript.js';

const MAX_SENTENCE_CHARS = 240;

/** The outcome that is shown for an action. */
export function outcomeOf(result: Result<ActionResult>): ActionOutcome {
  if (result.ok) return result.value.outcome;
  const { code, details } = result.failure;
  if (details?.outcome === 'unknown') return 'unknown';
  return code === 'E131' ? 'rejected' : 'invalid';
}

/** The messages of the game server, or why the action was refused, shortened. */
export function sentenceOf(result: Result<ActionResult>): Pick<SpectatorAction, 'sentence' | 'code'> {
  const text = result.ok ? result.value.server_messages.join(' ') : result.failure.message;
  const sentence = text.length > MAX_SENTENCE_CHARS ? `${text.slice(0, MAX_SENTENCE_CHARS)} …` : text;
  return { ...(text !== '' && { sentence }), ...(!result.ok && { code: result.failure.code }) };
}

/** The verdict as it is kept in the decisions file. `ms`: milliseconds from the start of the action to its verdict. */
export function recordedVerdict(
  id: string,
  result: Result<ActionResult>,
  ms: number,
): Readonly<Record<string, unknown>> {
  const common = { outcome: outcomeOf(result), action_id: id, ms };
  if (!result.ok) {
    const { code, message } = result.failure;
    return { ...common, code, message };
  }
  const { version, server_messages, changes, result: inner } = result.value;
  return { ...common, version, server_messages, state_change: inner.state_change, changes };
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
