import { z } from 'zod';
import { agentIdSchema, gameIdSchema } from './envelope.js';
import { gameConfigSchema, turnPolicySchema } from './game-config.js';

/** A wish of an agent for its seat that could not be granted: what it wanted, what it got instead, and why. */
export const notGrantedSchema = z.object({
  field: z.enum(['nation', 'leader_name']),
  wanted: z.string(),
  got: z.string(),
  reason: z.string(),
});

export const llmConnectDataSchema = z.looseObject({
  api_token: z.string().min(1).max(512),
  model: z.string().max(128).optional(),
  game_id: gameIdSchema.default('default'),
  /** false: join only; a game that does not exist is then E140. */
  create: z.boolean().default(true),
  capabilities: z.array(z.string().max(64)).max(64).default([]),
  nation: z.string().min(1).max(47).optional(),
  leader_name: z.string().min(1).max(47).optional(),
  game_config: gameConfigSchema.prefault({}),
  /** What becomes of this seat's turn when its time is up; the game's own turn_policy without it. */
  turn_policy: turnPolicySchema.optional(),
  session_id: z.string().max(128).optional(),
  last_seq: z.int().nonnegative().optional(),
});

export type NotGranted = z.infer<typeof notGrantedSchema>;
export type LlmConnectData = z.infer<typeof llmConnectDataSchema>;

/** `scene` is the position in sentences with a map in letters; the others are the specification's. */
const stateFormats = ['full', 'delta', 'llm_optimized', 'scene'] as const;

export const stateQueryDataSchema = z.looseObject({
  format: z.enum(stateFormats).default('llm_optimized'),
  include_legal_actions: z.boolean().default(false),
  /**
   * Says more exactly than include_legal_actions what is wanted of them: a list, one with an action_index to send back
   * with the state's version, or a JSON Schema of exactly these choices.
   */
  legal_actions: z.enum(['none', 'list', 'numbered', 'schema']).optional(),
  /** At most so many offers, the most useful ones; without it, in llm_optimized what fits a short answer, else all. */
  max_legal_actions: z.int().min(1).max(100_000).optional(),
  /** delta: from the beginning of that turn on. */
  since_turn: z.int().nonnegative().optional(),
  /** delta: from that version on; without either, from the last answered state query on. */
  since_version: z.int().nonnegative().optional(),
  /** Only these lists and objects of the state. */
  sections: z.array(z.string().max(64)).max(64).optional(),
  /** Packs the most valuable parts of the state into that many tokens. */
  max_tokens: z.int().min(100).max(1_000_000).optional(),
  /** scene: middle and half width of the map window, in tiles. */
  centre: z.looseObject({ x: z.int(), y: z.int() }).optional(),
  radius: z.int().min(1).max(40).optional(),
});

export type StateQueryData = z.infer<typeof stateQueryDataSchema>;

export const ruleKinds = ['unit', 'building', 'tech', 'government', 'terrain', 'extra'] as const;

/** Asks what the rules of the game say of something by its name. */
export const rulesQueryDataSchema = z.looseObject({
  name: z.string().min(1).max(80),
  /** Where to look; everywhere when not given. */
  kind: z.enum(ruleKinds).optional(),
});

/** Forms in which maps are drawn. */
const mapFormats = ['svg', 'png'] as const;
export type MapFormat = (typeof mapFormats)[number];

/** Query of the map route. */
export const mapQuerySchema = z.object({
  /** Draws what that agent's seat knows; without it the whole game. */
  agent_id: agentIdSchema.optional(),
  /** Pixels of a tile's width; a large map is drawn smaller where it must be. */
  scale: z.coerce.number().int().min(2).max(32).default(12),
});

/** What the gateway asks of the proxy: `known` is the tag of a picture the asker still has. */
export const mapQuestionSchema = mapQuerySchema.extend({
  format: z.enum(mapFormats),
  known: z.string().optional(),
  /** The map as it was so many whole turns ago. */
  delay_turns: z.int().min(0).default(0),
});

/** `body` is the SVG, or the PNG in base64; it is left out when the asker has that picture already. */
export const mapAnswerSchema = z.object({ tag: z.string(), body: z.string().optional() });

export type MapQuestion = z.infer<typeof mapQuestionSchema>;
export type MapAnswer = z.infer<typeof mapAnswerSchema>;

/** An agent's own notes: adds and removes some, if wanted, and answers all there are then. */
export const notesDataSchema = z.looseObject({
  add: z
    .array(
      z.looseObject({
        text: z.string().min(1).max(1000),
        /** The turn whose digest reminds of it. */
        due_turn: z.int().nonnegative().optional(),
      }),
    )
    .max(20)
    .default([]),
  /** Ids of notes. */
  remove: z.array(z.int()).max(100).default([]),
});

export type NotesData = z.infer<typeof notesDataSchema>;

export interface Note {
  readonly id: number;
  readonly text: string;
  /** The turn it was written in. */
  readonly turn: number;
  readonly due_turn?: number;
}

/** What a block of a transcript is, in our own words for it. */
const blockKinds = ['reasoning', 'text', 'tool_call', 'tool_result'] as const;
export type BlockKind = (typeof blockKinds)[number];

/** A model's block as it comes; what it is stands in one of these three. */
const blockSchema = z
  .looseObject({
    kind: z.enum(blockKinds).optional().describe('our own form: with `text`, or `name` and `arguments`'),
    type: z.string().min(1).max(64).optional().describe('a block of Anthropic or of OpenAI’s responses'),
    role: z.string().min(1).max(64).optional().describe('a message of OpenAI’s chat completions'),
  })
  .refine(({ kind, type, role }) => (kind ?? type ?? role) !== undefined, {
    message: 'expected kind, or the block as the provider gave it, with its type or role',
  });

const tokens = z.int().min(0).max(1_000_000_000).nullish();

/** Tokens of this part of the transcript alone, under the provider's own names. */
const usageSchema = z.looseObject({
  input_tokens: tokens,
  output_tokens: tokens,
  cache_creation_input_tokens: tokens,
  cache_read_input_tokens: tokens,
  prompt_tokens: tokens,
  completion_tokens: tokens,
});

/** What an agent has thought and done since it last said so; for who watches, never for other agents. */
export const transcriptDataSchema = z.looseObject({
  blocks: z.array(blockSchema).max(64).default([]),
  model: z.string().min(1).max(128).optional(),
  usage: usageSchema.optional(),
  /** The turn it is about; by default the one under way. */
  turn: z.int().nonnegative().optional(),
});

/** Characters of JSON that the blocks of one message may take. */
export const MOST_TRANSCRIPT_CHARS = 256 << 10;

export type TranscriptData = z.infer<typeof transcriptDataSchema>;
export type NativeBlock = z.infer<typeof blockSchema>;
export type Usage = z.infer<typeof usageSchema>;

/** Ends the agent's running batches or, with a unit, what that unit is on its way to do. */
export const stopDataSchema = z.looseObject({ unit_id: z.int().optional(), actor_id: z.int().optional() });
