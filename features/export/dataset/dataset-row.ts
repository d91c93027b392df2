import type { JsonObject } from '#shared/core/json.js';

/** A call of a tool, in the chat form that trainers read: the arguments are an object. */
export interface ChatCall {
  readonly id: string;
  readonly type: 'function';
  readonly function: { readonly name: string; readonly arguments: JsonObject };
}

/** A message in the chat form that trainers read. */
export interface ChatMessage {
  readonly role: 'system' | 'user' | 'assistant' | 'tool';
  readonly content: string;
  /** What the model thought before it answered, where its provider shows that. */
  readonly reasoning_content?: string;
  readonly tool_calls?: readonly ChatCall[];
  /** Of a result: the id of its call. */
  readonly tool_call_id?: string;
  /** Of a result: the name of its tool. */
  readonly name?: string;
}

/** What a row begins with: the conversation, a summary of what was before, or a message in the middle. */
export type RowBeginning = 'start' | 'summary' | 'middle';

/** The messages of a row, and the turns that they are about. */
export interface RowMessages {
  readonly messages: readonly ChatMessage[];
  readonly begins_at: RowBeginning;
  readonly first_turn: number;
  readonly last_turn: number;
}

/** The game of a row: the same for all its seats. */
export interface GameFacts {
  readonly game_id: string;
  /** Seed of the map; the split goes by it. null in games of before seeds were kept. */
  readonly seed: number | null;
  readonly game_seed: number | null;
  readonly ruleset: string;
  readonly scenario: string | null;
  readonly difficulty: string | null;
  /** The last turn that was played. */
  readonly turns: number;
  readonly players: number;
}

/** How a game ended for a seat. */
export interface SeatOutcome {
  /** Number of its player. */
  readonly seat: number;
  readonly score: number | null;
  /** 1 is the best; players of the same score share a rank. */
  readonly rank: number | null;
  readonly won: boolean;
  /** From 0 to 1; null in a game without a scenario. */
  readonly scenario_score: number | null;
  /** False where a turn timed out or the model failed in one. */
  readonly valid: boolean;
}

/** A row of the dataset. */
export interface DatasetRow extends RowMessages, GameFacts, SeatOutcome {
  /** Definitions of the tools, in the form of OpenAI's chat completions. */
  readonly tools: readonly JsonObject[];
  /** `conversation`: what the model was told and said; `decisions`: made of what the agent was shown and did. */
  readonly source: 'conversation' | 'decisions';
  /** As its agent reported it. */
  readonly model: string | null;
}

/** The types of columns, as the data card and the Parquet files name them. */
export type ColumnType = 'string' | 'int64' | 'float64' | 'bool';

/** The columns with one value, in their order behind `messages` and `tools`, and what they hold. */
export const VALUE_COLUMNS = [
  [
    'source',
    'string',
    '`conversation`: what the model was told and said; `decisions`: made of what the agent was shown and did',
  ],
  [
    'begins_at',
    'string',
    '`start` of the conversation, a `summary` of what was before, or in the `middle`: earlier messages are in another row',
  ],
  ['first_turn', 'int64', 'The first turn that the messages are about'],
  ['last_turn', 'int64', 'The last turn that the messages are about'],
  ['model', 'string', 'The model, as its agent reported it; null without a report'],
  ['game_id', 'string', 'The game'],
  ['seed', 'int64', 'Seed of the map; the split goes by it'],
  ['game_seed', 'int64', 'Seed of what happens in the game'],
  ['ruleset', 'string', 'The ruleset'],
  ['scenario', 'string', 'The scenario; null in a game without one'],
  ['difficulty', 'string', 'How hard the scenario was; null in a game without one'],
  ['turns', 'int64', 'The last turn of the game'],
  ['players', 'int64', 'Players that were ranked at its end'],
  ['seat', 'int64', 'Number of the player'],
  ['score', 'int64', 'Its score at the end; null where the game has no ranking'],
  ['rank', 'int64', 'Its place at the end, 1 the best; players of the same score share it'],
  ['won', 'bool', 'Whether it won'],
  ['scenario_score', 'float64', 'What it reached of the scenario, from 0 to 1; null in a game without one'],
  ['valid', 'bool', 'False where a turn timed out or the model failed in one'],
] as const satisfies readonly (readonly [keyof DatasetRow, ColumnType, string])[];
