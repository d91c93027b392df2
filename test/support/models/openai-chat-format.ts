import { z } from 'zod';
import { argumentsJson, BadRequest, halves, MODEL_KEY, type ModelFormat, sseFrame } from './model-server.js';
import type { SeenMessage } from './scripted-model.js';

const callSchema = z.strictObject({
  id: z.string().min(1),
  type: z.literal('function'),
  function: z.strictObject({ name: z.string().min(1), arguments: z.string() }),
});

const messageSchema = z.discriminatedUnion('role', [
  z.strictObject({ role: z.enum(['system', 'user']), content: z.string().min(1) }),
  z.strictObject({
    role: z.literal('assistant'),
    content: z.string().nullable(),
    tool_calls: z.array(callSchema).min(1).exactOptional(),
  }),
  z.strictObject({ role: z.literal('tool'), tool_call_id: z.string(), content: z.string() }),
]);

const requestSchema = z.strictObject({
  model: z.string(),
  messages: z.array(messageSchema).min(2),
  tools: z
    .array(
      z.strictObject({
        type: z.literal('function'),
        function: z.strictObject({
          name: z.string().regex(/^[\w-]{1,64}$/),
          description: z.string(),
          parameters: z.looseObject({ type: z.literal('object'), properties: z.looseObject({}) }),
        }),
      }),
    )
    .exactOptional(),
  max_tokens: z.int().positive(),
  stream: z.literal(true),
  stream_options: z.strictObject({ include_usage: z.literal(true) }),
  reasoning_effort: z.enum(['low', 'medium', 'high']).exactOptional(),
  response_format: z
    .strictObject({
      type: z.literal('json_schema'),
      json_schema: z.strictObject({ name: z.string(), schema: z.looseObject({ type: z.literal('object') }) }),
    })
    .exactOptional(),
});

type ChatMessage = z.infer<typeof messageSchema>;

/** OpenAI's chat completions, as servers other than OpenAI's own take them. */
export const openAiChatFormat: ModelFormat = {
  path: /^\/v1\/chat\/completions$/,
  read(body, { headers }) {
    if (headers.authorization !== `Bearer ${MODEL_KEY}`) throw new BadRequest('wrong key', 401);
    const { error, data } = requestSchema.safeParse(body);
    if (data === undefined) throw new BadRequest(z.prettifyError(error));
    const { messages, tools = [], response_format: format } = data;
    checkPairs(messages);
    const [system, ...rest] = messages;
    if (system?.role !== 'system') throw new BadRequest('the first message is not the system prompt');
    return {
      system: system.content,
      tools: tools.map((tool) => tool.function.name),
      turns: rest.map(seen),
      ...(format !== undefined && { schema: format.json_schema.schema }),
    };
  },
  frames({ thinking, text = '', refusal, calls = [] }, { prompt, cached, output }, id) {
    const chunk = (delta: object, finish_reason: string | null = null) =>
      sseFrame({
        ...{ id: `chatcmpl-${id}`, object: 'chat.completion.chunk', created: 1, model: 'a-model' },
        choices: [{ index: 0, delta, finish_reason }],
      });
    const reason = refusal !== undefined || calls.length === 0 ? 'stop' : 'tool_calls';
    return [
      chunk({ role: 'assistant', content: '' }),
      ...halves(thinking ?? '').map((part) => chunk({ reasoning_content: part })),
      ...halves(text).map((content) => chunk({ content })),
      ...(refusal === undefined ? [] : [chunk({ refusal })]),
      ...calls.flatMap(({ name, args }, index) => [
        chunk({
          tool_calls: [
            { index, id: `call_${id}_${index}`, type: 'function', function: { name, arguments: '' } },
          ],
        }),
        ...halves(argumentsJson(args)).map((part) =>
          chunk({ tool_calls: [{ index, function: { arguments: part } }] }),
        ),
      ]),
      chunk({}, reason),
      sseFrame({
        ...{
          id: `chatcmpl-${id}`,
          object: 'chat.completion.chunk',
          created: 1,
          model: 'a-model',
          choices: [],
        },
        usage: {
          ...{ prompt_tokens: prompt, completion_tokens: output, total_tokens: prompt + output },
          prompt_tokens_details: { cached_tokens: cached },
        },
      }),
      'data: [DONE]\n\n',
    ];
  },
  refusal: (status, message) => ({
    error: {
      message,
      type: status === 429 ? 'rate_limit_exceeded' : 'invalid_request_error',
      param: null,
      code: null,
    },
  }),
};

/** Every call is answered right behind it, and nothing else is. */
function checkPairs(messages: readonly ChatMessage[]): void {
  let open: string[] = [];
  for (const message of messages) {
    if (message.role === 'tool') {
      if (!open.includes(message.tool_call_id)) throw new BadRequest('a result of a tool without its call');
      open = open.filter((id) => id !== message.tool_call_id);
    } else if (open.length > 0) throw new BadRequest(`calls without a result: ${open}`);
    if (message.role !== 'assistant') continue;
    open = (message.tool_calls ?? []).map(({ id }) => id);
    for (const { function: made } of message.tool_calls ?? []) JSON.parse(made.arguments);
  }
  if (open.length > 0) throw new BadRequest(`calls without a result: ${open}`);
}

function seen(message: ChatMessage): SeenMessage {
  const { role } = message;
  return { role: role === 'system' ? 'user' : role, text: message.content ?? '' };
}
