import { z } from 'zod';
import { argumentsJson, BadRequest, halves, MODEL_KEY, type ModelFormat, sseFrame } from './model-server.js';
import type { Answer, SeenMessage } from './scripted-model.js';

const cacheSchema = z.strictObject({ type: z.literal('ephemeral') });

const blockSchema = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('text'),
    text: z.string().min(1),
    cache_control: cacheSchema.exactOptional(),
  }),
  z.strictObject({ type: z.literal('thinking'), thinking: z.string(), signature: z.string().min(1) }),
  z.strictObject({
    type: z.literal('tool_use'),
    id: z.string().regex(/^toolu_/),
    name: z.string(),
    input: z.looseObject({}),
  }),
  z.strictObject({
    type: z.literal('tool_result'),
    tool_use_id: z.string(),
    content: z.string(),
    is_error: z.boolean().exactOptional(),
  }),
]);

const requestSchema = z.strictObject({
  model: z.string(),
  max_tokens: z.int().positive(),
  system: z.array(
    z.strictObject({ type: z.literal('text'), text: z.string().min(1), cache_control: cacheSchema }),
  ),
  cache_control: cacheSchema,
  tools: z
    .array(
      z.strictObject({
        name: z.string().regex(/^[\w-]{1,64}$/),
        description: z.string(),
        input_schema: z.looseObject({ type: z.literal('object') }),
      }),
    )
    .exactOptional(),
  messages: z
    .array(z.strictObject({ role: z.enum(['user', 'assistant']), content: z.array(blockSchema).min(1) }))
    .min(1),
  thinking: z.strictObject({ type: z.literal('adaptive') }).exactOptional(),
  output_config: z
    .strictObject({
      effort: z.enum(['low', 'medium', 'high']).exactOptional(),
      format: z.strictObject({ type: z.literal('json_schema'), schema: z.looseObject({}) }).exactOptional(),
    })
    .exactOptional(),
  stream: z.literal(true),
});

type Block = z.infer<typeof blockSchema>;
type Messages = z.infer<typeof requestSchema>['messages'];

/** What proves to the provider that it wrote a thought itself. */
function signatureOf(thinking: string): string {
  return Buffer.from(`signed:${thinking}`).toString('base64');
}

/** Anthropic's messages. Thoughts come back with their signatures, before the calls they led to. */
export const anthropicFormat: ModelFormat = {
  path: /^\/v1\/messages$/,
  read(body, { headers }) {
    if (headers.authorization !== `Bearer ${MODEL_KEY}`) throw new BadRequest('wrong key', 401);
    if (!/^\d{4}-\d\d-\d\d$/.test(String(headers['anthropic-version'])))
      throw new BadRequest('anthropic-version is required');
    const { error, data } = requestSchema.safeParse(body);
    if (data === undefined) throw new BadRequest(z.prettifyError(error));
    checkMessages(data.messages);
    const { system, tools = [], messages, output_config: config } = data;
    return {
      system: system.map(({ text }) => text).join('\n'),
      tools: tools.map(({ name }) => name),
      turns: messages.flatMap(({ role, content }) => content.map((block) => seen(role, block))),
      ...(config?.format !== undefined && { schema: config.format.schema }),
    };
  },
  frames(answer, { prompt, cached, output }, id) {
    const blocks = blocksOf(answer, id);
    const usage = {
      ...{
        input_tokens: 3,
        cache_creation_input_tokens: prompt - cached - 3,
        cache_read_input_tokens: cached,
      },
    };
    const stop_reason =
      answer.refusal !== undefined ? 'refusal' : answer.calls === undefined ? 'end_turn' : 'tool_use';
    const message = { id: `msg_${id}`, type: 'message', role: 'assistant', model: 'a-model', content: [] };
    return [
      event('message_start', {
        message: {
          ...message,
          stop_reason: null,
          stop_sequence: null,
          usage: { ...usage, output_tokens: 1 },
        },
      }),
      event('ping', {}),
      ...blocks.flatMap(({ start, deltas }, index) => [
        event('content_block_start', { index, content_block: start }),
        ...deltas.map((delta) => event('content_block_delta', { index, delta })),
        event('content_block_stop', { index }),
      ]),
      event('message_delta', {
        delta: { stop_reason, stop_sequence: null },
        usage: { output_tokens: output },
      }),
      event('message_stop', {}),
    ];
  },
  refusal: (status, message) => ({ type: 'error', error: { type: errorType(status, message), message } }),
};

function event(type: string, fields: object): string {
  return sseFrame({ type, ...fields }, type);
}

function errorType(status: number, message: string): string {
  if (status === 429) return 'rate_limit_error';
  if (status === 529) return 'overloaded_error';
  return message === 'wrong key' ? 'authentication_error' : 'invalid_request_error';
}

function blocksOf({ thinking, text, calls = [] }: Answer, id: number) {
  return [
    ...(thinking === undefined
      ? []
      : [
          {
            start: { type: 'thinking', thinking: '', signature: '' },
            deltas: [
              ...halves(thinking).map((part) => ({ type: 'thinking_delta', thinking: part })),
              { type: 'signature_delta', signature: signatureOf(thinking) },
            ],
          },
        ]),
    ...(text === undefined
      ? []
      : [
          {
            start: { type: 'text', text: '' },
            deltas: halves(text).map((part) => ({ type: 'text_delta', text: part })),
          },
        ]),
    ...calls.map(({ name, args }, index) => ({
      start: { type: 'tool_use', id: `toolu_${id}_${index}`, name, input: {} },
      deltas: halves(argumentsJson(args)).map((part) => ({ type: 'input_json_delta', partial_json: part })),
    })),
  ];
}

/** Sides take turns, the user first; every call is answered at the beginning of the next message; thoughts are unchanged. */
function checkMessages(messages: Messages): void {
  let open: string[] = [];
  for (const [index, { role, content }] of messages.entries()) {
    if (role !== (index % 2 === 0 ? 'user' : 'assistant')) throw new BadRequest('roles must alternate');
    const results = content.flatMap((block) => (block.type === 'tool_result' ? [block.tool_use_id] : []));
    if (content.slice(0, results.length).some(({ type }) => type !== 'tool_result'))
      throw new BadRequest('tool_result blocks must come first');
    if (results.toSorted().join() !== open.toSorted().join())
      throw new BadRequest(`tool_use ids ${open} without tool_result blocks, or these without those`);
    open = content.flatMap((block) => (block.type === 'tool_use' ? [block.id] : []));
    const isForged = (block: Block) =>
      block.type === 'thinking' && block.signature !== signatureOf(block.thinking);
    if (content.some(isForged)) throw new BadRequest('Invalid signature in thinking block');
  }
  if (messages.length % 2 === 0) throw new BadRequest('the last message must be of the user');
}

function seen(role: 'user' | 'assistant', block: Block): SeenMessage {
  switch (block.type) {
    case 'text':
      return { role, text: block.text };
    case 'thinking':
      return { role, text: block.thinking };
    case 'tool_use':
      return { role, text: `${block.name} ${JSON.stringify(block.input)}` };
    case 'tool_result':
      return { role: 'tool', text: block.content };
  }
}
