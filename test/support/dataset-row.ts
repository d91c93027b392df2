import type { DatasetRow } from '../../features/export/dataset/dataset-row.js';

/** A row in which a model is asked and answers, with these fields instead. */
export function datasetRow(fields: Partial<DatasetRow> = {}): DatasetRow {
  return {
    messages: [
      { role: 'user', content: 'Turn 1' },
      { role: 'assistant', content: 'I found a city.' },
    ],
    tools: [],
    ...{ source: 'conversation', begins_at: 'start', first_turn: 1, last_turn: 1, model: null },
    ...{ game_id: 'g', seed: 7, game_seed: 8, ruleset: 'civ2civ3', scenario: null, difficulty: null },
    ...{ turns: 10, players: 2, seat: 0, score: 12, rank: 1, won: false, scenario_score: null, valid: true },
    ...fields,
  };
}

/** A row as a Parquet file has it: fields that are not there are null, calls and definitions are JSON. */
export function inParquet({ messages, tools, ...values }: DatasetRow): Record<string, unknown> {
  return {
    messages: messages.map(({ role, content, reasoning_content, tool_calls, tool_call_id, name }) => ({
      ...{ role, content, reasoning_content: reasoning_content ?? null },
      tool_calls: tool_calls?.map((call) => JSON.stringify(call)) ?? null,
      ...{ tool_call_id: tool_call_id ?? null, name: name ?? null },
    })),
    tools: tools.map((tool) => JSON.stringify(tool)),
    ...values,
  };
}
