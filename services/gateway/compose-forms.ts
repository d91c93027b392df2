import { adaptMessage, LEGACY_TYPES } from '../../features/flat-dialect/adapter.js';
import { toolRequest } from '../../features/tool-calls/tool-call.js';
import type { MessageForms } from '../../gateway/forms/answer-form.js';

/** The forms that clients write: the protocol's own, the flat dialect, and tool calls, each of which becomes its request. */
export const messageForms: MessageForms = {
  types: ['tool_call', ...LEGACY_TYPES],
  read(type, message) {
    const adapted = adaptMessage(type, message);
    return adapted.ok && type === 'tool_call' ? toolRequest(adapted.value.data) : adapted;
  },
};
