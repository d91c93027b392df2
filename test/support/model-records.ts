import { type ConversationAppendData, conversationAppendDataSchema } from '#shared/protocol/conversation.js';
import type { UsageReport } from '#shared/protocol/usage.js';

/** A report about a turn in which all went well, with these fields instead. */
export function usageReport(fields: Partial<UsageReport> = {}): UsageReport {
  return {
    ...{ turn: 1, outcome: 'played', provider: 'anthropic', model: 'm-1', calls: 2 },
    ...{ input_tokens: 900, cached_tokens: 4000, output_tokens: 150, duration_s: 2.5, cost_usd: 0.0125 },
    ...fields,
  };
}

/** An append of a message that the model says in the conversation `c`, with these fields instead. */
export function conversationAppend(
  text: string,
  fields: Partial<ConversationAppendData> = {},
): ConversationAppendData {
  return conversationAppendDataSchema.parse({
    conversation_id: 'c',
    format: 'anthropic',
    messages: [{ role: 'assistant', content: [{ type: 'text', text }] }],
    ...fields,
  });
}
