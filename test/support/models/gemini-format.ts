import { z } from 'zod';
import { BadRequest, halves, MODEL_KEY, type ModelFormat, sseFrame } from './model-server.js';
import type { Answer, SeenMessage } from './scripted-model.js';

const signature = z.string().min(1).exactOptional();

const partSchema = z.union([
  z.strictObject({ text: z.string(), thought: z.literal(true).exactOptional(), thoughtSignature: signature }),
  z.strictObject({
    functionCall: z.strictObject({ name: z.string(), args: z.looseObject({}).exactOptional() }),
    thoughtSignature: signature,
  }),
  z.strictObject({
    functionResponse: z.strictObject({
      name: z.string(),
      response: z.union([z.strictObject({ output: z.string() }), z.strictObject({ error: z.string() })]),
    }),
  }),
]);

const requestSchema = z.strictObject({
  systemInstruction: z.strictObject({
    parts: z.array(z.strictObject({ text: z.string() })),
    role: z.string().exactOptional(),
  }),
  contents: z
    .array(z.strictObject({ role: z.enum(['user', 'model']), parts: z.array(partSchema).min(1) }))
    .min(1),
  tools: z
    .array(
      z.strictObject({
        functionDeclarations: z.array(
          z.strictObject({
            name: z.string(),
            description: z.string(),
            parametersJsonSchema: z.looseObject({ type: z.literal('object') }).exactOptional(),
          }),
        ),
      }),
    )
    .exactOptional(),
  generationConfig: z.strictObject({
    maxOutputTokens: z.int().positive(),
    thinkingConfig: z
      .strictObject({ includeThoughts: z.literal(true), thinkingLevel: z.enum(['LOW', 'MEDIUM', 'HIGH']) })
      .exactOptional(),
    responseMimeType: z.literal('application/json').exactOptional(),
    responseJsonSchema: z.looseObject({}).exactOptional(),
  }),
});

type Contents = z.infer<typeof requestSchema>['contents'];
type Part = z.infer<typeof partSchema>;

/** Google's Gemini. The first call of an answer is signed, and comes back with its signature. */
export const geminiFormat: ModelFormat = {
  path: /^\/v1beta\/models\/a-model:streamGenerateContent$/,
  read(body, { headers, url }) {
    if (headers['x-goog-api-key'] !== MODEL_KEY) throw new BadRequest('API key not valid', 400);
    if (!url?.endsWith('?alt=sse')) throw new BadRequest('alt=sse is expected');
    const { error, data } = requestSchema.safeParse(body);
    if (data === undefined) throw new BadRequest(z.prettifyError(error));
    checkContents(data.contents);
    const { systemInstruction, contents, tools = [], generationConfig: config } = data;
    return {
      system: systemInstruction.parts.map(({ text }) => text).join('\n'),
      tools: tools.flatMap(({ functionDeclarations }) => functionDeclarations.map(({ name }) => name)),
      turns: contents.flatMap(({ role, parts }) => parts.map((part) => seen(role, part))),
      ...(config.responseJsonSchema !== undefined && { schema: config.responseJsonSchema }),
    };
  },
  frames(answer, { prompt, cached, output }, id) {
    const parts = partsOf(answer);
    const usageMetadata = {
      ...{ promptTokenCount: prompt, cachedContentTokenCount: cached, candidatesTokenCount: output },
      totalTokenCount: prompt + output,
    };
    const chunk = (part: object | undefined, finishReason?: string) =>
      sseFrame({
        candidates: [
          {
            ...(part !== undefined && { content: { role: 'model', parts: [part] } }),
            ...(finishReason !== undefined && { finishReason }),
            index: 0,
          },
        ],
        ...{ usageMetadata, modelVersion: 'a-model', responseId: `response-${id}` },
      });
    const end = answer.refusal === undefined ? 'STOP' : 'SAFETY';
    return [...parts.map((part) => chunk(part)), chunk(undefined, end)];
  },
  refusal: (code, message) => ({
    error: {
      ...{ code, message, status: code === 429 ? 'RESOURCE_EXHAUSTED' : 'INVALID_ARGUMENT' },
      ...(code === 429 && {
        details: [{ '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: '2s' }],
      }),
    },
  }),
};

function signatureOf(name: string): string {
  return Buffer.from(`signed:${name}`).toString('base64');
}

/** Gemini makes no malformed arguments: what is no JSON becomes a call without any. */
function partsOf({ thinking, text, calls = [] }: Answer): readonly object[] {
  return [
    ...halves(thinking ?? '').map((part) => ({ text: part, thought: true })),
    ...halves(text ?? '').map((part) => ({ text: part })),
    ...calls.map(({ name, args }, index) => ({
      functionCall: { name, args: typeof args === 'string' ? {} : args },
      ...(index === 0 && { thoughtSignature: signatureOf(name) }),
    })),
  ];
}

/** Sides take turns; as many results as calls, in their order; the first call of an answer has its signature. */
function checkContents(contents: Contents): void {
  let open: string[] = [];
  for (const [index, { role, parts }] of contents.entries()) {
    if (role !== (index % 2 === 0 ? 'user' : 'model')) throw new BadRequest('roles must alternate');
    const results = parts.flatMap((part) => ('functionResponse' in part ? [part.functionResponse.name] : []));
    if (results.join() !== open.join())
      throw new BadRequest('the number of function response parts is not that of the function call parts');
    const calls = parts.flatMap((part) => ('functionCall' in part ? [part] : []));
    open = calls.map(({ functionCall }) => functionCall.name);
    const [first] = calls;
    if (first !== undefined && first.thoughtSignature !== signatureOf(first.functionCall.name))
      throw new BadRequest('Function call is missing a thought_signature');
  }
  if (contents.length % 2 === 0) throw new BadRequest('the last content must be of the user');
}

function seen(role: 'user' | 'model', part: Part): SeenMessage {
  if ('functionResponse' in part)
    return { role: 'tool', text: Object.values(part.functionResponse.response).join('') };
  const text =
    'text' in part ? part.text : `${part.functionCall.name} ${JSON.stringify(part.functionCall.args)}`;
  return { role: role === 'model' ? 'assistant' : 'user', text };
}
