import type { JsonObject } from '#shared/core/json.js';
import type { ToolName } from '#shared/protocol/tools.js';
import type { Decision } from '../../watching/trajectories/trajectory.js';
import { callMessage, toolMessage } from './chat-messages.js';
import type { ChatMessage, RowMessages } from './dataset-row.js';

/** Instead of a system prompt: what the messages are. */
const SYSTEM =
  'You play one nation of FreeCiv, a turn-based strategy game. You are shown what your nation knows and what it can do. Answer with calls of tools.';

/** The rows of an agent whose model has kept no conversation: one for each turn, of what it was shown and what it did. */
export function* decisionRows(decisions: Iterable<Decision>): Generator<RowMessages> {
  let turn: Decision[] = [];
  for (const decision of decisions) {
    if (turn[0] !== undefined && turn[0].turn !== decision.turn) {
      yield* turnRow(turn);
      turn = [];
    }
    turn.push(decision);
  }
  yield* turnRow(turn);
}

/** Nothing for a turn in which the agent acted without a look at the state. */
function* turnRow(decisions: readonly Decision[]): Generator<RowMessages> {
  const [first] = decisions;
  if (first === undefined || first.state === null) return;
  const messages: ChatMessage[] = [{ role: 'system', content: SYSTEM }];
  let shown: Pick<Decision, 'state' | 'offers'> = { state: null, offers: null };
  for (const [at, decision] of decisions.entries()) {
    const { state, offers, verdict } = decision;
    if (state !== shown.state || offers !== shown.offers) messages.push(shownMessage(decision, shown));
    shown = { state, offers };
    const answer = callMessage(at + 1, ...toolCall(decision.action));
    messages.push(answer, toolMessage(answer.tool_calls[0], JSON.stringify(plainVerdict(verdict))));
  }
  messages.pop();
  yield { messages, begins_at: 'start', first_turn: first.turn, last_turn: first.turn };
}

/** What the agent has seen since it was last told something. */
function shownMessage({ state, offers }: Decision, before: Pick<Decision, 'state' | 'offers'>): ChatMessage {
  const news = {
    ...(state !== before.state && { state: state?.data ?? null }),
    ...(offers !== before.offers && { legal_actions: offers }),
  };
  return { role: 'user', content: JSON.stringify(news) };
}

/** The tool of the small set that carries an action out, and its arguments. */
function toolCall({ action_type, type, ...fields }: JsonObject): [string, JsonObject] {
  const name = String(action_type ?? type ?? '');
  if (name === 'end_turn') return [name, fields];
  return [DO, { actions: [{ action: name, ...fields }] }];
}

const DO = 'do' satisfies ToolName;

/** Without what differs each time it is measured. */
function plainVerdict({ ms: _ms, action_id: _id, ...verdict }: JsonObject): JsonObject {
  return verdict;
}
