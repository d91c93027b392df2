/**
 * Whether fights end as forecast: `npm run accuracy:combat -- --fights 1000 --seed 1`. Lets units of all kinds
 * fight in the open, at sea, in forts and in cities on the real server, and compares how many were won with the sum
 * of the odds. Code 1 when that is off by more than five standard deviations for any kind of fight or of odds.
 */
import { parseArgs } from 'node:util';
import { Arena } from './fight-arena.js';
import { byChance, deviation, type Fight, groups, wonders } from './fight-statistics.js';

const { values } = parseArgs({
  options: {
    fights: { type: 'string', default: '1000' },
    seed: { type: 'string', default: '1' },
    ruleset: { type: 'string', multiple: true, default: ['classic', 'civ2civ3', 'sandbox'] },
  },
});
/** Chance goes further in less than one of a million cases. */
const FAR = 5;

const wanted = Number(values.fights) / values.ruleset.length;
const all: Fight[] = [];
let bad = false;
for (const ruleset of values.ruleset) {
  await using arena = await Arena.of(ruleset, Number(values.seed));
  const fights: Fight[] = [];
  while (fights.length < wanted) fights.push(...(await arena.round()));
  all.push(...fights);
  show(ruleset, fights);
}
for (const [kind, fights] of groups(all, (fight) => fight.kind)) show(kind, fights);
for (const [chance, fights] of byChance(all)) show(chance, fights);
show('all', all);
for (const { description, chance } of wonders(all)) {
  bad = true;
  console.log(`against all odds (${chance}): ${description}`);
}
process.exitCode = bad ? 1 : 0;

function show(name: string, fights: readonly Fight[]): void {
  const expected = fights.reduce((sum, { chance }) => sum + chance, 0);
  const won = fights.filter((fight) => fight.won).length;
  const off = deviation(fights);
  if (Math.abs(off) > FAR) bad = true;
  console.log(
    `${name}: ${fights.length} fights, ${won} won, ${expected.toFixed(1)} foretold, ${off.toFixed(2)} standard deviations`,
  );
}
