import type { DatasetCounts } from './dataset-counts.js';
import { VALUE_COLUMNS } from './dataset-row.js';
import { splits } from './split.js';

/** Limits of the size categories of Hugging Face, and their names. */
const SIZES = [
  [1e3, 'n<1K'],
  [1e4, '1K<n<10K'],
  [1e5, '10K<n<100K'],
  [1e6, '100K<n<1M'],
  [1e7, '1M<n<10M'],
] as const;

/** The data card of a dataset, `README.md` in the form of Hugging Face. Its owner fills in the licence. */
export function dataCard(counts: DatasetCounts): string {
  return `---\n${frontMatter(counts)}\n---\n${body(counts)}`;
}

/** One configuration, of the Parquet files: a dataset of Hugging Face has files of one format. */
function frontMatter({ rows, bytes }: DatasetCounts): string {
  const total = splits.reduce((sum, split) => sum + rows[split], 0);
  const used = splits.filter((split) => rows[split] > 0);
  return [
    'license: unknown',
    'language:\n- en',
    'pretty_name: Games of FreeCiv',
    'task_categories:\n- text-generation',
    'tags:\n- agents\n- tool-use\n- games\n- freeciv',
    `size_categories:\n- ${SIZES.find(([limit]) => total < limit)?.[1] ?? 'n>10M'}`,
    'configs:\n- config_name: default',
    used.length === 0 ? '  data_files: []' : '  data_files:',
    ...used.flatMap((split) => [`  - split: ${split}`, `    path: ${split}.parquet`]),
    'dataset_info:\n  features:',
    ...FEATURES,
    used.length === 0 ? '  splits: []' : '  splits:',
    ...used.flatMap((split) => [
      `  - name: ${split}`,
      `    num_bytes: ${bytes[split]}`,
      `    num_examples: ${rows[split]}`,
    ]),
  ].join('\n');
}

const FEATURES = [
  '  - name: messages',
  '    list:',
  ...['role', 'content', 'reasoning_content'].flatMap(textField),
  '    - name: tool_calls\n      list: json',
  ...['tool_call_id', 'name'].flatMap(textField),
  '  - name: tools\n    list: json',
  ...VALUE_COLUMNS.map(([name, type]) => `  - name: ${name}\n    dtype: ${type}`),
];

function textField(name: string): readonly string[] {
  return [`    - name: ${name}`, '      dtype: string'];
}

function body(counts: DatasetCounts): string {
  const {
    games,
    rows,
    seeds,
    sources,
    notEnded,
    duplicates,
    duplicateGames,
    unreadable,
    secrets,
    shares,
    version,
    maxChars,
  } = counts;
  const table = splits.map((split) => `| ${split} | ${rows[split]} | ${games[split]} | ${seeds[split]} |`);
  return `
# Games of FreeCiv, played by agents

What agents were told, said and did in games of FreeCiv against each other and against the game server's own AIs, with the outcome of
each game. A row is a conversation or a part of one, in the chat form with tools that trainers read: \`messages\` and \`tools\`.

\`\`\`python
from datasets import load_dataset  # 4.7 or newer: it has the type Json

rows = load_dataset("FOLDER", split="train")  # the Parquet files
lines = load_dataset("json", data_files="FOLDER/train.jsonl", split="train", features=rows.features)
\`\`\`

## Counts

| Split | Rows | Games | Seeds |
|---|---|---|---|
${table.join('\n')}

${sources.conversation} rows are made of conversations, ${sources.decisions} of decisions.

## Columns

| Column | What |
|---|---|
| \`messages\` | \`role\`, \`content\`, and where there are any \`reasoning_content\`, \`tool_calls\`, \`tool_call_id\`, \`name\`. A call is \`{id, type, function: {name, arguments}}\`; \`arguments\` is an object. The last message is the model's |
| \`tools\` | Definitions of tools, in the form of OpenAI's chat completions |
${VALUE_COLUMNS.map(([name, , what]) => `| \`${name}\` | ${what} |`).join('\n')}

The JSON Lines and the Parquet files hold the same rows. In Parquet a call and a definition are JSON (logical type JSON). A split without rows has no Parquet file.

## How it was made

\`npm run export -- FOLDER --dataset DIR\` of freeciv-llm-gateway ${version} made it of the folders of games that have ended.

- **Conversations** are those that agents kept with their games, in the form of their providers, turned into one form. A new row begins where the agent replaced its conversation by a summary, and where a row would be longer than ${maxChars} characters. Ids of calls are new.
- **Decisions**: an agent that kept no conversation has a row for each turn: the state and the legal actions that it was shown, its actions as calls of tools, and what came of them.
- **Splits** go by the hash of the map's seed, ${shares.train} to ${shares.validation} to ${shares.test}: all games of one seed, and all seats of a game, are in one split.
- **Duplicates**: rows with the same messages are there once; ${duplicates} rows were left out. Of ${duplicateGames} games every row was left out: they are not among the games above.
- **Not there**: ${notEnded} games that had not ended; talk with people; a column with the ids of agents (leaders are named in texts); ${unreadable} parts of messages that could not be read; ${secrets} texts that looked like keys or tokens (\`[removed]\`).

## Licence

Not chosen yet. The owner of the data fills in \`license\` above. It depends on the models: the terms of some providers restrict what their output may train.

## Limits

- The system prompt is there only where the agent kept it with its conversation.
- \`tools\` are those of the version that made this dataset; the version that the game was played with may have had others. A tool of the agent's own has its name alone.
- Secrets are found by their form. Read the texts before you publish them.
- A model's own play is no model of good play: choose by \`valid\`, \`won\`, \`rank\` and \`scenario_score\`.
- Games differ by seed, not in the ruleset alone; a score of one ruleset or length says nothing about another.
`;
}
