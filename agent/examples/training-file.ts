/**
 * Makes chat examples for fine-tuning of an agent's decisions, as `npm run export -- RECORDING --trajectories` writes them:
 * what it was shown and asked, and the action that it chose. Only what worked in turns that were played is taken.
 */
import { createReadStream, existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { createInterface } from 'node:readline';

interface Decision {
  readonly turn: number;
  readonly turn_mark: string | null;
  readonly state: { readonly data: unknown } | null;
  readonly offers: unknown;
  readonly action: unknown;
  readonly verdict: { readonly outcome?: string };
}

const [, , trajectories = 'trajectories.jsonl', file = 'training.jsonl'] = process.argv;
if (!existsSync(trajectories)) {
  console.error(
    `There is no ${trajectories}: npm run export -- data/games/ID/recordings/whole.fcr --trajectories`,
  );
  process.exit(1);
}
const examples: string[] = [];
for await (const line of createInterface({ input: createReadStream(trajectories) })) {
  const { state, offers, action, verdict, turn_mark }: Decision = JSON.parse(line);
  if (state === null || verdict.outcome !== 'applied' || turn_mark === 'failed') continue;
  const messages = [
    { role: 'system', content: 'You play FreeCiv. Answer with one action as JSON.' },
    { role: 'user', content: JSON.stringify({ state: state.data, offers }) },
    { role: 'assistant', content: JSON.stringify(action) },
  ];
  examples.push(JSON.stringify({ messages }));
}
await writeFile(file, examples.map((example) => `${example}\n`).join(''));
console.log(`${examples.length} examples in ${file}`);
