import { z } from 'zod';
import type { Immutable } from './state/common.js';

/** How hard a scenario is. */
export const difficultySchema = z.enum(['easy', 'normal', 'hard']);

/** The name of a scenario: that of its file, without `.json`. */
export const scenarioNameSchema = z
  .string()
  .regex(/^[a-z][a-z0-9-]{0,39}$/, 'expected 1-40 of a-z 0-9 -, a letter first');

const shareSchema = z.number().min(0).max(1);

/** What a seat has reached of one goal. */
export const goalProgressSchema = z.strictObject({
  goal: z.string().describe('The goal in words'),
  value: z.number().describe('What is reached now'),
  target: z.number().describe('What has to be reached'),
  share: shareSchema.describe('The part of the goal that is reached, from 0 to 1'),
});

/** What a seat has reached of all goals. */
const goalsShape = {
  score: shareSchema.describe('The weighted mean of the shares of all goals'),
  progress: z.array(goalProgressSchema).describe('What is reached of each goal'),
};

/** The scenario in a state: its goal, and its standing. */
export const scenarioStateSchema = z.strictObject({
  name: scenarioNameSchema.describe('Name of the scenario'),
  difficulty: difficultySchema.describe('How hard it is'),
  goal: z.string().describe('What the players must achieve, in sentences'),
  ends: z
    .enum(['when_done', 'at_limit'])
    .describe(
      'when_done: the game ends once all goals are reached; at_limit: it is scored after its last turn',
    ),
  turn_limit: z.int().positive().describe('The last turn of the game'),
  turns_left: z.int().nonnegative().describe('Turns that are left, the running one included'),
  ...goalsShape,
});

/** How a scenario ended. */
export const scenarioResultSchema = z.object({
  name: scenarioNameSchema.describe('Name of the scenario'),
  difficulty: difficultySchema.describe('How hard it was'),
  goal: z.string().describe('What the players must achieve, in sentences'),
  turn_limit: z.int().positive().describe('The last turn that it may have'),
  seats: z
    .array(
      z.object({
        agent_id: z.string().describe('The agent'),
        player_id: z.int().describe('Number of its player'),
        ...goalsShape,
      }),
    )
    .describe('What each agent has reached'),
});

const scenarioDifficultySchema = z.object({
  turns: z.int().positive().describe('The last turn of the game'),
  goal: z.string().describe('What the players must achieve, as agents read it'),
});

const scenarioSummarySchema = z.object({
  name: scenarioNameSchema.describe('Name for game_config.scenario'),
  title: z.string().describe('What it is called'),
  about: z.string().describe('What it asks for, in a sentence'),
  agents: z.int().positive().describe('How many agents play it'),
  difficulties: z
    .object({
      easy: scenarioDifficultySchema.describe('The easiest form'),
      normal: scenarioDifficultySchema.describe('The form that a game without `difficulty` has'),
      hard: scenarioDifficultySchema.describe('The hardest form'),
    })
    .describe('What differs between the difficulties'),
});

const scenarioProblemSchema = z.object({
  file: z.string().describe('Name of the file'),
  problem: z.string().describe('What is wrong with it, with the field'),
});

/** `GET /api/scenarios`. */
export const scenarioListSchema = z.object({
  scenarios: z.array(scenarioSummarySchema).describe('All scenarios, by name'),
  problems: z.array(scenarioProblemSchema).describe('Files of SCENARIOS_DIR that are not scenarios'),
});

/** How hard a scenario is. */
export type Difficulty = z.infer<typeof difficultySchema>;
/** The scenario in a state. */
export type ScenarioState = Immutable<z.infer<typeof scenarioStateSchema>>;
/** How a scenario ended. */
export type ScenarioResult = z.infer<typeof scenarioResultSchema>;
/** What a seat has reached of one goal. */
export type GoalProgress = Immutable<z.infer<typeof goalProgressSchema>>;
/** One scenario in the list. */
export type ScenarioSummary = z.infer<typeof scenarioSummarySchema>;
/** All scenarios, and what is wrong with files that are none. */
export type ScenarioList = z.infer<typeof scenarioListSchema>;
