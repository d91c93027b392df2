import { z } from 'zod';
import { agentIdSchema, gameIdSchema, pushTypes, verbositySchema } from './envelope.js';
import { gameConfigSchema, turnPolicySchema } from './game-config.js';

/** A wish of an agent for its seat that could not be granted: what it wanted, what it got instead, and why. */
export const notGrantedSchema = z.object({
  field: z.enum(['nation', 'leader_name']).describe('The field of llm_connect'),
  wanted: z.string().describe('What was asked for'),
  got: z.string().describe('What the seat has instead'),
  reason: z.string().describe('Why, in a sentence'),
});

/** `data` of `llm_connect`: logs an agent in, creates or joins its game, or resumes its session. */
export const llmConnectDataSchema = z.looseObject({
  api_token: z.string().min(1).max(512).describe('A token of LLM_API_TOKENS'),
  model: z.string().max(128).optional().describe('Name of the model that plays, as people who watch read it'),
  game_id: gameIdSchema.default('default').describe('The game; it is created when there is none of that id'),
  create: z.boolean().default(true).describe('false: join only; a game that does not exist is then E140'),
  capabilities: z
    .array(z.string().max(64))
    .max(64)
    .default([])
    .describe(
      '`chat`: the model answers operator_message with chat_answer. Others are accepted, and without effect',
    ),
  nation: z.string().min(1).max(47).optional().describe('Nation that the seat should have, by its name'),
  leader_name: z.string().min(1).max(47).optional().describe('Name that the leader should have'),
  game_config: gameConfigSchema.prefault({}).describe('How the game is made, if it does not exist yet'),
  turn_policy: turnPolicySchema
    .optional()
    .describe("What becomes of this seat's turn when its time is up; the game's own turn_policy without it"),
  verbosity: verbositySchema
    .optional()
    .describe(
      'compact: verdicts of actions are compact_result, of about ten tokens each; a resumed session keeps it',
    ),
  pushes: z
    .array(z.enum(pushTypes))
    .max(pushTypes.length)
    .optional()
    .describe(
      'Only pushes of these types are sent, and status in any case; all without it. A resumed session keeps it',
    ),
  lessons: z
    .boolean()
    .optional()
    .describe('true: the first brief has the lessons that the agent has written in earlier games'),
  session_id: z.string().max(128).optional().describe('Resumes this session'),
  last_seq: z
    .int()
    .nonnegative()
    .optional()
    .describe('Number of the last push that was received; those after it are sent again'),
});

/** A wish of a login that its seat does not fulfil. */
export type NotGranted = z.infer<typeof notGrantedSchema>;
/** A login, with its defaults filled in. */
export type LlmConnectData = z.infer<typeof llmConnectDataSchema>;

/** The first three are the specification's. */
const stateFormats = [
  'full',
  'delta',
  'llm_optimized',
  'scene',
  'brief',
  'digest',
  'map',
  'cities',
  'options',
] as const;

/** What the state has in each format. */
const formatMeanings: Readonly<Record<(typeof stateFormats)[number], string>> = {
  full: 'everything',
  delta: 'what changed',
  llm_optimized: 'what a model needs to decide',
  scene: 'sentences and a map in letters',
  brief: 'what happened, what needs a decision and the nation in figures, at most 500 tokens',
  digest: 'that of the running turn, with nothing left out',
  map: 'the tiles around one, one token each, with the cities and units there',
  cities: 'own cities, a row for each that changed',
  options: 'what one unit or city or the nation can do now and what comes of it, at most 300 tokens',
};

const placeSchema = z.looseObject({
  x: z.int().describe('Column of the tile'),
  y: z.int().describe('Row of the tile'),
});

/** Forms of a brief, and of other answers that are short. */
export const briefForms = ['json', 'text'] as const;

const rowForms = ['whole', 'short'] as const;
/** How much rows of cities say: `short` leaves out tiles, buildings and swaps. */
export type RowForm = (typeof rowForms)[number];

/** `data` of `state_query`: asks for the state of the seat in one of its forms. */
export const stateQueryDataSchema = z.looseObject({
  format: z
    .enum(stateFormats)
    .default('llm_optimized')
    .describe(
      Object.entries(formatMeanings)
        .map(([format, meaning]) => `${format}: ${meaning}`)
        .join('; '),
    ),
  include_legal_actions: z
    .boolean()
    .default(false)
    .describe('Whether the answer has legal_actions, as a list'),
  legal_actions: z
    .enum(['none', 'list', 'numbered', 'schema'])
    .optional()
    .describe(
      'Goes before include_legal_actions. list: as they can be sent back; numbered: each with an action_index to send ' +
        "back with the state's version; schema: a JSON Schema of exactly these choices",
    ),
  max_legal_actions: z
    .int()
    .min(1)
    .max(100_000)
    .optional()
    .describe(
      'At most this many offers, the most useful ones; without it, in llm_optimized what fits a short answer, else all',
    ),
  as: z
    .enum(briefForms)
    .optional()
    .describe('brief, map, cities, options: text gives lines of text; json, the default, objects'),
  since_turn: z
    .int()
    .nonnegative()
    .optional()
    .describe(
      'delta: from the beginning of that turn on; brief, digest: what happened from then on, without it since the turn before began',
    ),
  since_version: z
    .int()
    .nonnegative()
    .optional()
    .describe(
      'delta: from that version on; without either, from the last answered state query on. cities: rows that changed since then',
    ),
  all: z
    .boolean()
    .optional()
    .describe(
      'cities: true gives the rows of all cities, not only of those that changed since the last answer in this format',
    ),
  rows: z
    .enum(rowForms)
    .optional()
    .describe(
      'cities, as text: short leaves out tiles, buildings and swaps, and has a city again when its size, mood, hunger or what it builds has changed; whole by default',
    ),
  sections: z
    .array(z.string().max(64))
    .max(64)
    .optional()
    .describe(
      'Only these lists and objects of the state; of a brief with all of their lines; of options all ways of these actions',
    ),
  max_tokens: z
    .int()
    .min(100)
    .max(1_000_000)
    .optional()
    .describe('Packs the most valuable parts of the state into that many tokens'),
  centre: placeSchema
    .optional()
    .describe('scene, map: middle of the map window; the first own city or unit without it'),
  center: placeSchema.optional().describe('Another name of centre'),
  radius: z
    .int()
    .min(0)
    .max(40)
    .optional()
    .describe(
      'scene: half width of the map window, in tiles, 12 without it; map: columns and rows to each side of its middle, 7 without it, 0 for one tile and what it yields',
    ),
  actor_id: z
    .union([z.int(), z.literal('nation')], { error: 'expected the id of a unit or city, or "nation"' })
    .optional()
    .describe(
      'options: id of the own unit or city that is asked about, or "nation", as without it; map: id of the unit or city that the ' +
        'window is around, where there is no centre',
    ),
});

/** A state query, with its defaults filled in. */
export type StateQueryData = z.infer<typeof stateQueryDataSchema>;

/** The parts of a ruleset in which `rules_query` looks names up. */
export const ruleKinds = ['unit', 'building', 'tech', 'government', 'terrain', 'extra', 'concept'] as const;

/** Asks what the rules of the game say of something by its name. */
export const rulesQueryDataSchema = z.looseObject({
  name: z.string().max(80).describe('What to look up, by any of its names'),
  kind: z.enum(ruleKinds).optional().describe('Where to look; everywhere when not given'),
  names: z
    .boolean()
    .optional()
    .describe('true: answers `names`, the names that begin with `name`, and no entries'),
});

const mapFormats = ['svg', 'png'] as const;
/** A form in which a map is drawn. */
export type MapFormat = (typeof mapFormats)[number];

/** Query of the map route. */
export const mapQuerySchema = z.object({
  agent_id: agentIdSchema
    .optional()
    .describe("Draws what that agent's seat knows; without it the whole game"),
  scale: z.coerce
    .number()
    .int()
    .min(2)
    .max(32)
    .default(12)
    .describe("Pixels of a tile's width; a large map is drawn smaller where it must be"),
});

/** What the gateway asks of the proxy: `known` is the tag of a picture the asker still has. */
export const mapQuestionSchema = mapQuerySchema.extend({
  format: z.enum(mapFormats),
  known: z.string().optional(),
  delay_turns: z.int().min(0).default(0).describe('The map as it was this many whole turns ago'),
});

/** `body` is the SVG, or the PNG in base64; it is left out when the asker has that picture already. */
export const mapAnswerSchema = z.object({ tag: z.string(), body: z.string().optional() });

/** A question of the gateway for a map, with its defaults filled in. */
export type MapQuestion = z.infer<typeof mapQuestionSchema>;
/** The map, or only its tag when the asker has it. */
export type MapAnswer = z.infer<typeof mapAnswerSchema>;

/** An agent's own notes: adds and removes some, if wanted, and answers all there are then. */
export const notesDataSchema = z.looseObject({
  add: z
    .array(
      z.looseObject({
        text: z.string().min(1).max(1000).describe('What to write down'),
        due_turn: z.int().nonnegative().optional().describe('The turn whose turn_start reminds of it'),
      }),
    )
    .max(20)
    .default([])
    .describe('Notes to write down'),
  remove: z.array(z.int()).max(100).default([]).describe('Ids of notes'),
});

/** A change of an agent's notes, with its defaults filled in. */
export type NotesData = z.infer<typeof notesDataSchema>;

/** Ends the agent's running batches and waits for turns or, with a unit, what that unit is on its way to do. */
export const stopDataSchema = z.looseObject({
  unit_id: z
    .int()
    .optional()
    .describe('The unit whose orders are cancelled; all running batches and waits for turns end without it'),
  actor_id: z.int().optional().describe('Another name of unit_id'),
});

/** `data` of ping. */
export const pingDataSchema = z.looseObject({
  echo: z.unknown().optional().describe('Given back in the pong, beside its other fields'),
});
