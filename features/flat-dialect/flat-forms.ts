import type { JsonObject } from '#shared/core/json.js';
import { ok, type Result } from '#shared/core/result.js';
import type { OutgoingEnvelope } from '#shared/protocol/envelope.js';
import type { LinkAnswer } from '#shared/protocol/link.js';
import { type AnswerForm, ordinaryForm } from '../../gateway/forms/answer-form.js';
import type { ShapedAnswer } from '../../gateway/forms/compact-answer.js';
import { agentMessage, errorMessage } from '../../gateway/session/agent-message.js';
import { type EntityQuery, entityAnswer } from './entity-actions.js';
import { askForFlatState } from './flat-state.js';

/** Pushes that a flat client could take for an answer. Only a query tells for sure that a client is one: an offer that is sent back looks flat, too. */
const UNKNOWN_PUSHES: ReadonlySet<string> = new Set(['event', 'status']);

/** Answers as flat clients read them: the fields of their data at the top level. */
export const flatForm: AnswerForm = {
  ...ordinaryForm,
  isTranslated: true,
  // These clients wait and try again only when the message holds the earlier gateway's code.
  limitNote: ' (E101)',
  write: (answered, to, now) => flattened(ordinaryForm.write(answered, to, now)),
};

const flatQueryForm: AnswerForm = { ...flatForm, unknownPushes: UNKNOWN_PUSHES };

/** States as flat clients read them. */
export const flatStateForm: AnswerForm = { ...flatQueryForm, ask: askForFlatState };

/** The verdict on a chat message. */
export const chatForm = legacyForm(flatForm, { kind: 'chat' }, ({ data }) =>
  ok({ type: 'chat_response', data: { ...data, type: 'chat_response' } }),
);

/** What the units or cities of a query can do. */
export function entityForm(query: EntityQuery, isFlat: boolean): AnswerForm {
  return legacyForm(isFlat ? flatQueryForm : ordinaryForm, { ...query }, (answer) =>
    entityAnswer(query, answer),
  );
}

/** A form whose answers are shaped anew; refusals are those of `base`. */
function legacyForm(
  base: AnswerForm,
  legacy: JsonObject,
  shape: (answer: LinkAnswer) => Result<ShapedAnswer>,
): AnswerForm {
  return {
    ...base,
    isTranslated: true,
    digested: { legacy, tool: undefined },
    write(answered, to, now) {
      const { result } = answered;
      if (!result.ok || result.value.type === 'error') return base.write(answered, to, now);
      const shaped = shape(result.value);
      if (!shaped.ok) return errorMessage(shaped.failure, to, now);
      const answer = agentMessage(shaped.value.type, to, now, shaped.value.data);
      return base === ordinaryForm ? answer : flattened(answer);
    },
  };
}

/** An answer with the fields of its data at the top level, and also in `data` for the result of an action. */
function flattened(answer: OutgoingEnvelope): OutgoingEnvelope {
  const { data, ...envelope } = answer;
  if (data === undefined || answer.type === 'error') return answer;
  const isOnce = answer.type === 'state_update' || answer.type === 'compact_result';
  return isOnce ? { ...data, ...envelope } : { ...data, ...envelope, data };
}
