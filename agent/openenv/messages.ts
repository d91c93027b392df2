import { z } from 'zod';
import { actionDataSchema } from '#shared/protocol/actions.js';
import { gameEndSchema } from '#shared/protocol/game-summary.js';
import { difficultySchema, scenarioNameSchema } from '#shared/protocol/scenario.js';
import type { Immutable } from '#shared/protocol/state/common.js';

/** Forms of the state in an observation. */
const observationFormats = ['llm_optimized', 'brief'] as const;

const MAX_ID = 255;
const MAX_SEED = 0xffff_ffff;

/** `data` of a `reset` message and the body of `POST /reset`: the fields of the specification, then ours. */
export const resetSchema = z.looseObject({
  seed: z
    .int()
    .min(0)
    .max(MAX_SEED)
    .nullish()
    .describe('Seed of map and game; the same seed begins the same game'),
  episode_id: z
    .string()
    .min(1)
    .max(MAX_ID)
    .nullish()
    .describe('Name of the episode; a random one without it'),
  scenario: scenarioNameSchema.nullish().describe('The scenario; a whole game without it'),
  difficulty: difficultySchema.nullish().describe('How hard the scenario is; normal without it'),
  game_config: z
    .record(z.string(), z.unknown().describe('A field of game_config'))
    .nullish()
    .describe('Further fields of game_config: players, ai_skill, map, end_turn'),
  observation: z.enum(observationFormats).default('llm_optimized').describe('Form of the state'),
  legal_actions: z.boolean().default(true).describe('Whether the state has the legal actions'),
});

/** A step: an action of the registry with its fields; `metadata` is the specification's, and not read. */
export const actionSchema = actionDataSchema
  .omit({ action_index: true, version: true })
  .extend({
    action_index: z
      .never('expected the legal action itself')
      .optional()
      .describe('Not here: send the legal action itself'),
    metadata: z.unknown().optional().describe('Not read'),
  })
  .refine(({ action_type, type }) => (action_type ?? type) !== undefined, {
    path: ['action_type'],
    message: 'expected the name of an action',
  });

const timeout = z.number().positive().nullish().describe('Seconds after which the wait for the step ends');

/** The body of `POST /step`. */
export const stepRequestSchema = z.looseObject({
  action: actionSchema.describe('The action'),
  timeout_s: timeout,
  request_id: z.string().max(MAX_ID).nullish().describe('Not read'),
  episode_id: z.string().min(1).max(MAX_ID).nullish().describe('The episode that was reset under this name'),
});

/** A message of a client over the WebSocket; the fields of `data` are checked by the schema of its type. */
export const messageSchema = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('reset'), data: z.unknown().optional() }),
  z.strictObject({ type: z.literal('step'), data: z.unknown() }),
  z.strictObject({ type: z.literal('state') }),
  z.strictObject({ type: z.literal('close') }),
]);

const field = z.unknown();

/** `observation` of an answer. */
export const observationSchema = z.strictObject({
  turn: z.int().nullable().describe('The turn under way; null when it is not known'),
  format: z.enum(observationFormats).describe('Form of the state'),
  state: z
    .record(z.string(), field.describe('A field of the state'))
    .nullable()
    .describe('What the nation knows: docs/protocol.md; null when the game has none any more'),
  verdict: z
    .record(z.string(), field.describe('A field of the verdict'))
    .nullable()
    .describe(
      'What came of the action; `error` has code and message of one that was refused; null after a reset',
    ),
  ended: gameEndSchema.exactPartial().nullable().describe('How the game ended; null before that'),
});

/** `data` of an `observation` message, and the answer to `POST /reset` and `POST /step`. */
export const stepResultSchema = z.strictObject({
  observation: observationSchema,
  reward: z.number().nullable().describe('What the score has risen by in this step; null after a reset'),
  done: z.boolean().describe('Whether the game is over or the nation destroyed'),
});

/** `data` of a `state` message, and the answer to `GET /state`. */
export const stateSchema = z.object({
  episode_id: z.string().nullable().describe('Name of the episode; null before the first reset'),
  step_count: z.int().nonnegative().describe('Steps since the reset'),
  game_id: z.string().nullable().describe('The game on the gateway'),
  agent_id: z.string().nullable().describe('The agent on the gateway'),
  seed: z.int().nullable().describe('The seed of the reset'),
  scenario: z.string().nullable().describe('The scenario; null in a whole game'),
  difficulty: z.string().nullable().describe('How hard the scenario is'),
  turn: z.int().nullable().describe('The turn under way'),
  score: z
    .number()
    .nullable()
    .describe('The score that rewards are made of: 0 to 1 in a scenario, else that of the game'),
  done: z.boolean().describe('Whether the episode is over'),
});

/** How an episode is begun. */
export type Reset = z.infer<typeof resetSchema>;
/** An action of a step. */
export type StepAction = z.infer<typeof actionSchema>;
/** What a client observes. */
export type Observation = Immutable<z.infer<typeof observationSchema>>;
/** What a reset or a step is answered with. */
export type StepResult = Immutable<z.infer<typeof stepResultSchema>>;
/** Where an episode stands. */
export type EnvState = z.infer<typeof stateSchema>;

/** The state of an environment that was not reset yet. */
export const stateBeforeReset: EnvState = {
  ...{ episode_id: null, step_count: 0, game_id: null, agent_id: null, seed: null, scenario: null },
  ...{ difficulty: null, turn: null, score: null, done: false },
};

/** Codes of the specification for errors over the WebSocket. */
export type EnvErrorCode =
  | 'INVALID_JSON'
  | 'UNKNOWN_TYPE'
  | 'VALIDATION_ERROR'
  | 'EXECUTION_ERROR'
  | 'CAPACITY_REACHED'
  | 'SESSION_ERROR';

/** `data` of an `error` message. */
export interface EnvError {
  readonly code: EnvErrorCode;
  readonly message: string;
  /** Of VALIDATION_ERROR: the fields at fault. */
  readonly errors?: readonly {
    readonly loc: readonly (string | number)[];
    readonly msg: string;
    readonly type: string;
  }[];
  readonly active_sessions?: number;
  readonly max_sessions?: number;
}
