import { z } from 'zod';
import type { CountTokens } from '../../../../proxy/views/packing/pack-state.js';

/** What a part of a prompt is. `fixed`: system prompt and tools. */
export const PROMPT_PARTS = ['fixed', 'briefs', 'results', 'own answers', 'summaries'] as const;

/** What a part of a prompt is. */
export type PromptPart = (typeof PROMPT_PARTS)[number];

/** Tokens of the prompt of one request, and of its answer. */
export interface RequestTokens {
  /** Those that no earlier prompt began with, by part. */
  readonly fresh: Readonly<Record<PromptPart, number>>;
  /** Those that the request before began with, too. */
  readonly cached: number;
  /** Those of the answer: what the next prompt has of it. */
  readonly output: number;
}

const callSchema = z.looseObject({ function: z.looseObject({ name: z.string(), arguments: z.string() }) });

const messageSchema = z.looseObject({
  role: z.string(),
  content: z.string().nullish(),
  tool_calls: z.array(callSchema).default([]),
});

const bodySchema = z.looseObject({
  messages: z.array(messageSchema),
  tools: z.array(z.looseObject({})).default([]),
});

type Message = z.infer<typeof messageSchema>;

/**
 * Tokens of each request of a game by chat completions, as a provider counts that keeps in its cache all that the request
 * before had in common: tools and system prompt first, then message after message.
 */
export function tokensOfRequests(
  bodies: readonly string[],
  count: CountTokens,
  answers: readonly string[],
): readonly RequestTokens[] {
  let before: readonly string[] = [];
  return bodies.map((body, index) => {
    const { messages, tools } = bodySchema.parse(JSON.parse(body));
    const parts = [JSON.stringify(tools), ...messages.map((message) => JSON.stringify(message))];
    const same = parts.findIndex((part, at) => part !== before[at]);
    const shared = same < 0 ? parts.length : same;
    before = parts;
    const fresh = { fixed: 0, briefs: 0, results: 0, 'own answers': 0, summaries: 0 };
    for (const [at, message] of [undefined, ...messages].entries())
      if (at >= shared) fresh[partOf(message)] += textTokens(message, parts[at] ?? '', count);
    const cached = parts
      .slice(0, shared)
      .reduce((sum, part, at) => sum + textTokens(at === 0 ? undefined : messages[at - 1], part, count), 0);
    return { fresh, cached, output: count(answers[index] ?? '') };
  });
}

/** Tokens that each message takes besides its text: who speaks, and where it ends. */
const MESSAGE_TOKENS = 4;

/** Of a message what a model reads: its text and its calls; of tools the whole definition. */
function textTokens(message: Message | undefined, json: string, count: CountTokens): number {
  if (message === undefined) return count(json);
  const calls = message.tool_calls.map(({ function: made }) => `${made.name} ${made.arguments}`);
  return MESSAGE_TOKENS + count([message.content ?? '', ...calls].join('\n'));
}

function partOf(message: Message | undefined): PromptPart {
  if (message === undefined || message.role === 'system') return 'fixed';
  if (message.role === 'assistant') return 'own answers';
  if (message.role === 'tool') return 'results';
  return /^The game so far|^The conversation is getting long/.test(message.content ?? '')
    ? 'summaries'
    : 'briefs';
}
