import { z } from 'zod';
import { readCommandLine } from '#shared/core/command-line.js';
import type { Result } from '#shared/core/result.js';
import { agentIdFrom, agentIdSchema, gameIdSchema } from '#shared/protocol/envelope.js';
import type { Limits } from './meter.js';
import { efforts, providerNames } from './models/model-provider.js';
import { playModes } from './system-prompt.js';

/** The page of help, in the form of all commands: test/unit/agent/help-pages.test.ts. */
export const USAGE = `NAME
  freeciv-llm-gateway-play - a language model plays a seat of a FreeCiv gateway

SYNOPSIS
  freeciv-llm-gateway-play --model NAME [options]
  npm run play -- --model NAME [options]

DESCRIPTION
  Calls the model of a provider and carries out on the gateway what the model
  decides. Prints what the model says and does, and a line for each turn.
  Within a checkout of the project the command is npm run play.

OPTIONS
  --model NAME           the model, as its provider names it
  --provider NAME        ${providerNames.join(', ')};
                         guessed from the model without it
  --base-url URL         another server, such as http://127.0.0.1:11434/v1
                         for Ollama
  --effort WORD          how hard it thinks: ${efforts.join(', ')};
                         left to the provider without it
  --play WORD            tools, or without tools: schema (structured output),
                         numbers (of a list of offers)
  --style TEXT           how to play, for example "peaceful builder"

  --gateway URL          FREECIV_GATEWAY, or ws://127.0.0.1:8003, without it
  --game ID              the game, made when there is none; default without it
  --agent ID             the agent; the name of the model without it
  --turns N              turns to play; until the game is over without it
  --lessons              begins with the lessons of the agent's earlier games,
                         and writes them anew when this one is over

  --turn-calls N         calls of the model in a turn (12)
  --turn-tokens N        tokens in a turn that are paid in full (50000)
  --turn-seconds N       seconds of a turn (300)
  --turn-cost USD        money in a turn
  --game-calls N         as for a turn, for the whole game; no limit without it
  --game-tokens N        the same
  --game-seconds N       the same
  --game-cost USD        the same
  --max-output-tokens N  tokens of one answer (8000)
  --context-tokens N     a longer conversation becomes a summary (24000)
  --attempts N           how often a request is sent when the provider is busy
                         or lost (5)
  --silence-seconds N    a model of which nothing is heard for so long hangs
                         (120)
  --failed-turns N       turns in a row without a model, after which the player
                         leaves (3)
  --prices FILE          a table of prices like agent/player/prices.json

  --dry-run              prints the first request without sending it
  --help                 prints this page

ENVIRONMENT
  LLM_API_TOKEN          the token of the agent; required
  FREECIV_GATEWAY        the gateway, where --gateway does not name it
  OPENAI_API_KEY         the key of OpenAI, or of the server of --base-url
  ANTHROPIC_API_KEY      the key of Anthropic
  GEMINI_API_KEY         the key of Google; GOOGLE_API_KEY is read without it

EXIT STATUS
  0  the model played every turn
  1  a turn was played without the model
  2  nothing was played

EXAMPLES
  LLM_API_TOKEN=TOKEN freeciv-llm-gateway-play --model llama3.1 \\
    --base-url http://127.0.0.1:11434/v1 --turns 20
  LLM_API_TOKEN=TOKEN OPENAI_API_KEY=KEY freeciv-llm-gateway-play \\
    --model gpt-5-mini --game first
`;

const number = z.coerce.number().positive();
const whole = z.coerce.number().int().positive();

const optionsSchema = z.object({
  model: z.string().min(1),
  provider: z.enum(providerNames).optional(),
  'base-url': z.url().optional(),
  effort: z.enum(efforts).optional(),
  play: z.enum(playModes).default('tools'),
  style: z.string().max(500).optional(),
  gateway: z.string().optional(),
  game: gameIdSchema.default('default'),
  agent: agentIdSchema.optional(),
  turns: whole.default(Number.MAX_SAFE_INTEGER),
  'turn-calls': whole.default(12),
  'turn-tokens': whole.default(50_000),
  'turn-seconds': number.default(300),
  'turn-cost': number.optional(),
  'game-calls': whole.optional(),
  'game-tokens': whole.optional(),
  'game-seconds': number.optional(),
  'game-cost': number.optional(),
  'max-output-tokens': whole.default(8_000),
  'context-tokens': whole.default(24_000),
  attempts: whole.default(5),
  'silence-seconds': number.default(120),
  'failed-turns': whole.default(3),
  prices: z.string().optional(),
  lessons: z.boolean().default(false),
  'dry-run': z.boolean().default(false),
});

/** What the command line says, with the defaults filled in. */
export type PlayOptions = z.infer<typeof optionsSchema>;

/** Reads the command line. The failure is a text for the user; `--help` asks for the usage. */
export function readOptions(args: readonly string[]): Result<PlayOptions, string> {
  return readCommandLine(args, { schema: optionsSchema, flags: ['dry-run', 'lessons'], usage: USAGE });
}

/** The limits of a turn, or of the game. */
export function limitsOf(options: PlayOptions, of: 'turn' | 'game'): Limits {
  return {
    calls: options[`${of}-calls`],
    tokens: options[`${of}-tokens`],
    seconds: options[`${of}-seconds`],
    costUsd: options[`${of}-cost`],
  };
}

/** The agent that plays: as it is named, or after its model. */
export function agentIdOf({ agent, model }: PlayOptions): string {
  return agent ?? agentIdFrom(model);
}
