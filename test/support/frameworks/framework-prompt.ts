import { z } from 'zod';

/** A tool as a framework offers it to the model. */
export interface OfferedTool {
  readonly name: string;
  readonly schema: unknown;
  /** Whether the provider is to hold the model to the schema, which it then refuses unless each field is required. */
  readonly isStrict: boolean;
}

/** What a framework sends to a model, whatever the interface. */
export interface FrameworkPrompt {
  readonly tools: readonly OfferedTool[];
  /** The texts of each result of a tool in the last message, in their order. */
  readonly results: readonly string[];
  /** All that the model reads: the texts of the prompt as they are, and the definitions of the tools. */
  readonly texts: readonly string[];
}

const partSchema = z.looseObject({ text: z.string().optional() });
const contentSchema = z.union([z.string(), z.array(partSchema)]).nullish();

const chatSchema = z.looseObject({
  messages: z.array(z.looseObject({ role: z.string(), content: contentSchema })),
  tools: z
    .array(
      z.looseObject({
        function: z.looseObject({
          name: z.string(),
          parameters: z.unknown(),
          strict: z.boolean().nullish(),
        }),
      }),
    )
    .default([]),
});

const responsesSchema = z.looseObject({
  instructions: z.string().nullish(),
  input: z.union([
    z.string(),
    z.array(z.looseObject({ type: z.string().optional(), content: contentSchema, output: contentSchema })),
  ]),
  tools: z
    .array(z.looseObject({ name: z.string(), parameters: z.unknown(), strict: z.boolean().nullish() }))
    .default([]),
});

const messagesSchema = z.looseObject({
  system: contentSchema,
  messages: z.array(
    z.looseObject({
      role: z.string(),
      content: z.union([
        z.string(),
        z.array(z.looseObject({ type: z.string(), text: z.string().optional(), content: contentSchema })),
      ]),
    }),
  ),
  tools: z.array(z.looseObject({ name: z.string(), input_schema: z.unknown() })).default([]),
});

/** Reads a request to `/v1/chat/completions`, `/v1/responses` or `/v1/messages`; throws what does not fit its schema. */
export function readPrompt(path: string, body: unknown): FrameworkPrompt {
  if (path.endsWith('/chat/completions')) return readChat(body);
  return path.endsWith('/responses') ? readResponses(body) : readMessages(body);
}

function readChat(body: unknown): FrameworkPrompt {
  const { messages, tools } = chatSchema.parse(body);
  return {
    tools: tools.map(({ function: { name, parameters, strict } }) => tool(name, parameters, strict)),
    results: lastOnes(messages, ({ role }) => role === 'tool').map(({ content }) => textOf(content)),
    texts: [...textsIn(messages), ...tools.map((each) => JSON.stringify(each))],
  };
}

function readResponses(body: unknown): FrameworkPrompt {
  const { instructions, input, tools } = responsesSchema.parse(body);
  const items = typeof input === 'string' ? [] : input;
  const outputs = lastOnes(items, ({ type }) => type === 'function_call_output');
  return {
    tools: tools.map(({ name, parameters, strict }) => tool(name, parameters, strict)),
    results: outputs.map(({ output }) => textOf(output)),
    texts: [...textsIn([instructions, input]), ...tools.map((each) => JSON.stringify(each))],
  };
}

function readMessages(body: unknown): FrameworkPrompt {
  const { system, messages, tools } = messagesSchema.parse(body);
  const last = messages.at(-1)?.content;
  const blocks = typeof last === 'string' || last === undefined ? [] : last;
  return {
    tools: tools.map(({ name, input_schema: schema }) => tool(name, schema, false)),
    results: blocks.filter(({ type }) => type === 'tool_result').map(({ content }) => textOf(content)),
    texts: [...textsIn([system, messages]), ...tools.map((each) => JSON.stringify(each))],
  };
}

function tool(name: string, schema: unknown, strict: boolean | null | undefined): OfferedTool {
  return { name, schema, isStrict: strict === true };
}

/** The messages at the end that all fit. */
function lastOnes<T>(messages: readonly T[], fits: (message: T) => boolean): readonly T[] {
  return messages.slice(messages.findLastIndex((message) => !fits(message)) + 1);
}

function textOf(content: z.infer<typeof contentSchema>): string {
  if (typeof content === 'string') return content;
  return (content ?? []).map(({ text }) => text ?? '').join('\n');
}

/** Every text below a value; names of fields are the interface's and not read by the model. */
function textsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  if (Array.isArray(value)) return value.flatMap(textsIn);
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}
