import { z } from 'zod';
import { argumentsJson, BadRequest, halves, MODEL_KEY, type ModelFormat, sseFrame } from './model-server.js';
import type { Answer, SeenMessage } from './scripted-model.js';

const itemSchema = z.union([
  z.strictObject({ role: z.literal('user'), content: z.string().min(1) }),
  z.strictObject({
    type: z.literal('reasoning'),
    id: z.string().regex(/^rs_/),
    summary: z.array(z.strictObject({ type: z.literal('summary_text'), text: z.string() })),
    encrypted_content: z.string().min(1),
  }),
  z.strictObject({
    type: z.literal('message'),
    id: z.string().regex(/^msg_/),
    role: z.literal('assistant'),
    status: z.literal('completed'),
    content: z.array(
      z.union([
        z.strictObject({
          type: z.literal('output_text'),
          text: z.string(),
          annotations: z.array(z.unknown()),
        }),
        z.strictObject({ type: z.literal('refusal'), refusal: z.string() }),
      ]),
    ),
  }),
  z.strictObject({
    type: z.literal('function_call'),
    id: z.string().regex(/^fc_/),
    call_id: z.string(),
    name: z.string(),
    arguments: z.string(),
  }),
  z.strictObject({ type: z.literal('function_call_output'), call_id: z.string(), output: z.string() }),
]);

const requestSchema = z.strictObject({
  model: z.string(),
  instructions: z.string().min(1),
  input: z.array(itemSchema).min(1),
  tools: z
    .array(
      z.strictObject({
        type: z.literal('function'),
        name: z.string(),
        description: z.string(),
        parameters: z.looseObject({ type: z.literal('object') }),
        strict: z.boolean(),
      }),
    )
    .exactOptional(),
  max_output_tokens: z.int().min(16),
  prompt_cache_key: z.string().max(64),
  reasoning: z
    .strictObject({ effort: z.enum(['low', 'medium', 'high']), summary: z.literal('auto') })
    .exactOptional(),
  text: z
    .strictObject({
      format: z.strictObject({ type: z.literal('json_schema'), name: z.string(), schema: z.looseObject({}) }),
    })
    .exactOptional(),
  store: z.literal(false),
  include: z.tuple([z.literal('reasoning.encrypted_content')]),
  stream: z.literal(true),
});

type Item = z.infer<typeof itemSchema>;

/** OpenAI's responses without storage: reasoning comes back encrypted, right before what it led to. */
export const openAiResponsesFormat: ModelFormat = {
  path: /^\/v1\/responses$/,
  read(body, { headers }) {
    if (headers.authorization !== `Bearer ${MODEL_KEY}`) throw new BadRequest('wrong key', 401);
    const { error, data } = requestSchema.safeParse(body);
    if (data === undefined) throw new BadRequest(z.prettifyError(error));
    checkItems(data.input);
    const { instructions, tools = [], input, text } = data;
    return {
      system: instructions,
      tools: tools.map(({ name }) => name),
      turns: input.map(seen),
      ...(text !== undefined && { schema: text.format.schema }),
    };
  },
  frames(answer, { prompt, cached, output }, id) {
    const items = itemsOf(answer, id);
    const response = {
      ...{ id: `resp_${id}`, object: 'response', created_at: 1, model: 'a-model', error: null },
      ...{ incomplete_details: null, output: items, status: 'completed' },
      usage: {
        ...{ input_tokens: prompt, output_tokens: output, total_tokens: prompt + output },
        input_tokens_details: { cached_tokens: cached, cache_write_tokens: 0 },
        output_tokens_details: { reasoning_tokens: 0 },
      },
    };
    let sequence_number = -1;
    const event = (type: string, fields: object) => {
      sequence_number += 1;
      return sseFrame({ type, sequence_number, ...fields }, type);
    };
    return [
      event('response.created', {
        response: { ...response, output: [], status: 'in_progress', usage: null },
      }),
      ...items.flatMap((item, output_index) => [
        event('response.output_item.added', { output_index, item }),
        ...deltasOf(item).map(([type, delta]) => event(type, { output_index, item_id: item.id, delta })),
        event('response.output_item.done', { output_index, item }),
      ]),
      event('response.completed', { response }),
    ];
  },
  refusal: (status, message) => ({
    error: { message, type: status === 429 ? 'rate_limit_exceeded' : 'invalid_request_error', code: null },
  }),
};

/** What only the server can read of a thought. */
function sealed(thinking: string): string {
  return Buffer.from(`sealed:${thinking}`).toString('base64');
}

function itemsOf({ thinking, text, refusal, calls = [] }: Answer, id: number) {
  const content = [
    ...(text === undefined ? [] : [{ type: 'output_text' as const, text, annotations: [] }]),
    ...(refusal === undefined ? [] : [{ type: 'refusal' as const, refusal }]),
  ];
  return [
    ...(thinking === undefined
      ? []
      : [
          {
            ...{ type: 'reasoning' as const, id: `rs_${id}`, encrypted_content: sealed(thinking) },
            summary: [{ type: 'summary_text', text: thinking }],
          },
        ]),
    ...(content.length === 0
      ? []
      : [{ type: 'message' as const, id: `msg_${id}`, role: 'assistant', status: 'completed', content }]),
    ...calls.map(({ name, args }, index) => ({
      ...{ type: 'function_call' as const, id: `fc_${id}_${index}`, call_id: `call_${id}_${index}` },
      ...{ name, arguments: argumentsJson(args), status: 'completed' },
    })),
  ];
}

/** The events that bring an item piece by piece: their types, and the pieces. */
function deltasOf(item: ReturnType<typeof itemsOf>[number]): readonly (readonly [string, string])[] {
  const pieces = (type: string, whole: string) => halves(whole).map((piece) => [type, piece] as const);
  switch (item.type) {
    case 'reasoning':
      return item.summary.flatMap(({ text }) => pieces('response.reasoning_summary_text.delta', text));
    case 'message':
      return item.content.flatMap((part) =>
        part.type === 'output_text'
          ? pieces('response.output_text.delta', part.text)
          : pieces('response.refusal.delta', part.refusal),
      );
    case 'function_call':
      return pieces('response.function_call_arguments.delta', item.arguments);
  }
}

/** Every call has its output behind it, every output its call, and reasoning is as it was and leads to something. */
function checkItems(items: readonly Item[]): void {
  const calls = items.flatMap((item) =>
    'call_id' in item && item.type === 'function_call' ? [item.call_id] : [],
  );
  const outputs = items.flatMap((item) =>
    'call_id' in item && item.type === 'function_call_output' ? [item.call_id] : [],
  );
  const open = calls.filter((id) => !outputs.includes(id));
  if (open.length > 0) throw new BadRequest(`No tool output found for function call ${open}`);
  if (outputs.some((id) => !calls.includes(id))) throw new BadRequest('an output without its call');
  for (const [index, item] of items.entries()) {
    if ('role' in item || item.type !== 'reasoning') continue;
    const next = items[index + 1];
    const leadsTo = next !== undefined && 'type' in next && next.type !== 'function_call_output';
    if (!leadsTo)
      throw new BadRequest(`Item ${item.id} of type reasoning without its required following item`);
    if (item.encrypted_content !== sealed(item.summary.map(({ text }) => text).join('\n')))
      throw new BadRequest('the encrypted content could not be verified');
  }
}

function seen(item: Item): SeenMessage {
  if ('role' in item && item.role === 'user') return { role: 'user', text: item.content };
  if (!('type' in item)) return { role: 'user', text: '' };
  switch (item.type) {
    case 'function_call_output':
      return { role: 'tool', text: item.output };
    case 'function_call':
      return { role: 'assistant', text: `${item.name} ${item.arguments}` };
    default:
      return { role: 'assistant', text: JSON.stringify(item) };
  }
}
