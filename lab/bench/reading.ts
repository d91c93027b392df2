/**
 * Measures what a careful model reads when it plays over MCP: `npm run bench -- reading`. A scripted player follows the advice for
 * 100 turns against three hard AIs over the real endpoint. Prints tokens a turn (a token is four bytes of result text) by
 * tool and by part of the brief, calls a turn, and scores. `--seed 12` plays another game, `--turns 40` fewer turns; `--log FILE`
 * writes each call with its result. Code 1 when a turn takes more than 450 tokens on average.
 */
import { appendFileSync } from 'node:fs';
import { startStack } from '../../test/support/stack.js';
import { figure } from './support/figures.js';
import { named } from './support/form.js';
import { playCarefully } from './support/tokens/careful-player.js';

const MAX_TOKENS = 450;
const turns = named('turns', 100, 5);
const seed = named('seed', 11, 11);
const file = process.argv.includes('--log') ? process.argv[process.argv.indexOf('--log') + 1] : undefined;

await using stack = await startStack({}, { checksMessages: false });
const log = (line: string) => {
  if (file !== undefined) appendFileSync(file, line);
};
const { ledger, refused, definitions, scores } = await playCarefully(stack, { seed, turns, log });

console.log(`tokens a turn by tool, seed ${seed}`);
console.table(ledger.table('tool ', turns));
console.log('tokens a turn of briefs, by part');
console.table(ledger.table('brief ', turns));
console.log('calls a turn');
console.table({ calls: ledger.calls(turns) });
console.log(`definitions of the tools: ${definitions} tokens; refused: ${refused.length}`);
for (const line of refused) console.log(`  ${line}`);
console.log('scores, those of the player first');
console.table(scores.map(({ nation, score, cities }) => ({ nation, score, cities })));
const mean = ledger.mean('tool ', turns);
figure('advice, of all tokens', (100 * ledger.mean('brief Advised', turns)) / mean, '%');
figure('tokens a turn over MCP', mean, 'tokens', { name: 'allowed', value: MAX_TOKENS });
if (mean > MAX_TOKENS) process.exitCode = 1;
