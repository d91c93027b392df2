import type { ConversationFormat, KeptMessage } from '#shared/protocol/conversation.js';

const BRIEF = [
  'Turn 12 (3450 BCE), version 310.',
  'Gold 40 (+3), tax/lux/sci 40/0/60, despotism, score 9, rank 2',
  'Happened:',
  '- Your Warriors lost to an attack by the Greek Legion.',
  'Decide:',
  '- give_orders: catapult 140',
].join('\n');
const THOUGHT = '# Enemy\nA Legion at (3, 4).\n# Plan\nAttack it with the catapult.';
const OPTIONS =
  'actor: Catapult 140 (3, 5)\noptions:\n- action unit_attack, target {x 3, y 4}, what 73 % against Legion, odds [0.72, 0.74]';
const VERDICTS =
  'results:\n- ok true, what {attacker_hp 6, defender_hp 0, units_defeated [512]}\n- ok false, code E130, why There is no unit 7, did_you_mean [17]';
const ASK = { actor_id: 140 };
const DO = {
  actions: [
    { action: 'unit_attack', actor_id: 140, target: { x: 3, y: 4 } },
    { action: 'unit_fortify', actor_id: 7 },
  ],
};
const REMARK = 'Write less.\n';

/** A turn as a model played it: what it was told, thought, called and got, the same in each native form. */
const messages: Readonly<Record<ConversationFormat, readonly Record<string, unknown>[]>> = {
  anthropic: [
    { role: 'user', content: `${REMARK}${BRIEF}` },
    {
      role: 'assistant',
      content: [
        { type: 'thinking', thinking: THOUGHT, signature: 'c2ln' },
        { type: 'tool_use', id: 'c1', name: 'options', input: ASK },
      ],
    },
    {
      role: 'user',
      content: [{ type: 'tool_result', tool_use_id: 'c1', content: [{ type: 'text', text: OPTIONS }] }],
    },
    { role: 'assistant', content: [{ type: 'tool_use', id: 'c2', name: 'do', input: DO }] },
    {
      role: 'user',
      content: [{ type: 'tool_result', tool_use_id: 'c2', content: VERDICTS }],
    },
    { role: 'assistant', content: 'The Legion is gone.' },
  ],
  'openai-chat': [
    { role: 'user', content: `${REMARK}${BRIEF}` },
    {
      role: 'assistant',
      content: null,
      reasoning_content: THOUGHT,
      tool_calls: [
        { id: 'c1', type: 'function', function: { name: 'options', arguments: JSON.stringify(ASK) } },
      ],
    },
    { role: 'tool', tool_call_id: 'c1', content: OPTIONS },
    {
      role: 'assistant',
      content: '',
      tool_calls: [{ id: 'c2', type: 'function', function: { name: 'do', arguments: JSON.stringify(DO) } }],
    },
    { role: 'tool', tool_call_id: 'c2', content: VERDICTS },
    { role: 'assistant', content: [{ type: 'text', text: 'The Legion is gone.' }] },
  ],
  'openai-responses': [
    { role: 'user', content: [{ type: 'input_text', text: `${REMARK}${BRIEF}` }] },
    { type: 'reasoning', id: 'r1', summary: [{ type: 'summary_text', text: THOUGHT }] },
    { type: 'function_call', call_id: 'c1', name: 'options', arguments: JSON.stringify(ASK) },
    { type: 'function_call_output', call_id: 'c1', output: OPTIONS },
    { type: 'function_call', call_id: 'c2', name: 'do', arguments: JSON.stringify(DO) },
    { type: 'function_call_output', call_id: 'c2', output: VERDICTS },
    {
      type: 'message',
      role: 'assistant',
      content: [{ type: 'output_text', text: 'The Legion is gone.', annotations: [] }],
    },
  ],
  gemini: [
    { role: 'user', parts: [{ text: `${REMARK}${BRIEF}` }] },
    {
      role: 'model',
      parts: [{ text: THOUGHT, thought: true }, { functionCall: { id: 'c1', name: 'options', args: ASK } }],
    },
    {
      role: 'user',
      parts: [{ functionResponse: { id: 'c1', name: 'options', response: { output: OPTIONS } } }],
    },
    { role: 'model', parts: [{ functionCall: { id: 'c2', name: 'do', args: DO } }] },
    { role: 'user', parts: [{ functionResponse: { id: 'c2', name: 'do', response: { output: VERDICTS } } }] },
    { role: 'model', parts: [{ text: 'The Legion is gone.' }] },
  ],
};

/** Messages as they are kept, of one turn. */
export function kept(
  native: readonly Record<string, unknown>[],
  fields: Partial<KeptMessage> = {},
): readonly KeptMessage[] {
  const at = '2026-01-01T00:00:00.000Z';
  return native.map((message, index) => ({ index, turn: 12, at, topic: 'game', message, ...fields }));
}

/** The turn in its native form. */
export function nativeTurn(format: ConversationFormat): readonly Record<string, unknown>[] {
  return messages[format];
}
