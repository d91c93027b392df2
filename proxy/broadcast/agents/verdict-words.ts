import type { Result } from '#shared/core/result.js';
import type { Usage } from '#shared/protocol/agent-requests.js';
import type { ActionOutcome, SpectatorAction, SpectatorTokens } from '#shared/protocol/spectator/agents.js';
import type { ActionResult } from '../../actions/perform-action.js';

const MOST_SENTENCE = 240;

/** How an action ended, in one word. */
export function outcomeOf(result: Result<ActionResult>): ActionOutcome {
  if (result.ok) return result.value.outcome;
  const { code, details } = result.failure;
  if (details?.outcome === 'unknown') return 'unknown';
  return code === 'E131' ? 'rejected' : 'invalid';
}

/** What the game said, or why it was refused. */
export function saidOf(result: Result<ActionResult>): Pick<SpectatorAction, 'sentence' | 'code'> {
  const said = result.ok ? result.value.server_messages.join(' ') : result.failure.message;
  const sentence = said.length > MOST_SENTENCE ? `${said.slice(0, MOST_SENTENCE)} …` : said;
  return { ...(said !== '' && { sentence }), ...(!result.ok && { code: result.failure.code }) };
}

/** What is kept of a verdict. */
export function verdictOf(
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

/** What was read from a cache was read. Undefined when nothing is said of tokens. */
export function tokensOf(usage: Usage): SpectatorTokens | undefined {
  const { input_tokens, cache_creation_input_tokens, cache_read_input_tokens, prompt_tokens } = usage;
  const said = [input_tokens ?? prompt_tokens, usage.output_tokens ?? usage.completion_tokens];
  if (said.every((count) => typeof count !== 'number')) return undefined;
  const [input, output] = said;
  const cached = (cache_creation_input_tokens ?? 0) + (cache_read_input_tokens ?? 0);
  return { input: (input ?? 0) + cached, output: output ?? 0 };
}
