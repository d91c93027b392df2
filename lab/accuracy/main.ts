/**
 * Whether what is offered works, and whether what works is offered: `npm run accuracy -- --samples 5000 --seed 1`.
 * Plays seeded games on the real server through the ages in classic and civ2civ3, and some in rulesets that know what
 * those do not. Sends offers back as they are, and prints how many were done; beside it, how much of what the server
 * takes when everything is tried had been offered, and what came of the journeys of several turns that are suggested. Code 1 when a certain offer failed, too few were sampled, some action
 * never was, or too much was not offered. With `--short` one age of one ruleset only: code 1 when a certain offer failed.
 * `--server 3.1` takes a server of another version, which is fetched when it is not there.
 * `npm run accuracy -- counsel --samples 200 --seed 1` measures counsel instead: for each kind of line what it foretold and what came;
 * `--kinds rates,disorder`, `--rulesets classic` and `--turns 40,50` look for rare kinds where they are.
 * `npm run accuracy -- advice --games 6 --seed 1` follows all advice in quiet games of 90 turns on crowded land, and prints what was
 * refused, and whether founders came as told. Code 1 when more than 2 of 100 were refused, or one again.
 */
import { parseArgs } from 'node:util';
import { allActionsRuleset } from '../../test/support/changed-ruleset.js';
import { ensureUnpackedServer } from '../../tools/steps/unpacked-servers.mjs';
import { followAdvice } from './advice/followed-advice.js';
import { type Age, ages, elsewhere } from './ages.js';
import { MEASURED } from './counsel/cases.js';
import { measureCounsel } from './counsel/measure-counsel.js';
import { Journeys } from './journeys.js';
import { playAge } from './play-age.js';
import { Recall } from './recall.js';
import { report, shortcomings } from './report.js';
import { Tally } from './tally.js';
import { travel } from './travel.js';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    samples: { type: 'string' },
    seed: { type: 'string', default: '1' },
    server: { type: 'string' },
    short: { type: 'boolean', default: false },
    kinds: { type: 'string' },
    rulesets: { type: 'string' },
    turns: { type: 'string' },
    games: { type: 'string', default: '6' },
  },
});
const isCounsel = positionals[0] === 'counsel';
const samples = Number(values.samples ?? (isCounsel ? 200 : 5000));
const seed = Number(values.seed);
/** One sample of the other rulesets to this many of classic and civ2civ3. */
const ELSEWHERE = 15;
/** Turns in which every journey that is suggested is gone on. */
const TURNS_OF_TRAVEL = 30;
/** Games in which counsel is measured, and the turns at which it is. */
const MAX_COUNSEL_GAMES = 60;
const COUNSEL_TURNS = [20, 30, 40, 50, 60, 70, 80, 90];
/** Sizes of the maps on which advice is followed in tiles, each with less land for the same players. */
const ADVICE_MAPS = [
  { xsize: 36, ysize: 28 },
  { xsize: 28, ysize: 20 },
  { xsize: 24, ysize: 18 },
] as const;
const ADVICE_GAME = { turns: 90, players: 5 } as const;
/** Of all that is advised. */
const MAX_REFUSED_SHARE = 0.02;
/** Games played on for the sake of what was not sampled yet. */
const MORE_GAMES = 8;

if (values.server !== undefined) process.env.FREECIV_SERVER = await ensureUnpackedServer(values.server);
await using everyAction = values.server === undefined ? await allActionsRuleset() : undefined;
if (everyAction !== undefined) process.env.FREECIV_DATA_PATH = everyAction.dataPath;
/** Later versions come without `experimental`, and their `sandbox` is played as it is. */
const others = elsewhere.filter(({ ruleset }) => values.server === undefined || ruleset !== 'experimental');
const tally = new Tally();
const recall = new Recall();
/** Shortcomings are printed as they come. */
const told = new Set<string>();

console.log(`accuracy: ${samples} samples, seed ${seed}`);
const journeys = new Journeys();
if (isCounsel) {
  const kinds = values.kinds?.split(',');
  const cases = await measureCounsel({
    ...{ samples, seed, games: MAX_COUNSEL_GAMES },
    turns: values.turns?.split(',').map(Number) ?? COUNSEL_TURNS,
    kinds: kinds && MEASURED.filter((kind) => kinds.includes(kind)),
    rulesets: values.rulesets?.split(','),
  });
  console.table(cases.table());
  for (const line of cases.wrong) console.log(`DID NOT COME ${line}`);
} else if (positionals[0] === 'advice') {
  const isTrue = await measureAdvice(Number(values.games), seed);
  process.exitCode = isTrue ? 0 : 1;
} else {
  if (values.short) await playShort();
  else await playAll();
  const wanted = values.short ? undefined : { samples, everyAction: everyAction !== undefined };
  process.exitCode = report(tally, recall, journeys, wanted) ? 0 : 1;
}

/** Follows all advice in that many games, the first with that seed, and prints how much was refused; false when that was too much. */
async function measureAdvice(games: number, first: number): Promise<boolean> {
  let [advised, refused, refusedAgain, asTold, otherwise] = [0, 0, 0, 0, 0];
  for (let game = 0; game < games; game += 1) {
    const seed = first + game;
    const { xsize, ysize } = ADVICE_MAPS[game % ADVICE_MAPS.length] ?? ADVICE_MAPS[0];
    const came = await followAdvice({ seed, ...ADVICE_GAME, xsize, ysize });
    for (const line of [...came.refused, ...came.settled.otherwise]) console.log(`seed ${seed}, ${line}`);
    console.log(
      `seed ${seed}, ${xsize}x${ysize}: ${came.advised} advised, ${came.refused.length} refused, ${came.refusedAgain.length} again; ${came.settled.asTold} cities as told, ${came.settled.otherwise.length} not`,
    );
    advised += came.advised;
    refused += came.refused.length;
    refusedAgain += came.refusedAgain.length;
    asTold += came.settled.asTold;
    otherwise += came.settled.otherwise.length;
  }
  const share = refused / Math.max(1, advised);
  console.log(
    `${advised} advised, ${refused} refused (${(share * 100).toFixed(1)} %), ${refusedAgain} again; ${asTold} of ${asTold + otherwise} cities as told`,
  );
  return share <= MAX_REFUSED_SHARE && refusedAgain === 0;
}

async function playShort(): Promise<void> {
  for (const age of ages.slice(0, 1)) await play(age, samples, seed);
}

async function playAll(): Promise<void> {
  for (const [index, age] of ages.entries()) {
    await play(age, Math.ceil((samples - tally.sum) / (ages.length - index)), seed);
  }
  for (const age of others) await play(age, Math.ceil(samples / ELSEWHERE), seed);
  const late = [...others.toReversed(), ...ages.filter(({ techs }) => techs > 60)];
  // The rulesets of later versions are played as shipped, and none of them allows everything.
  const most = everyAction === undefined ? 0 : MORE_GAMES;
  for (let more = 0; more < most && tally.neverSampled.length > 0; more += 1) {
    console.log(`not sampled yet: ${tally.neverSampled.join(', ')}`);
    for (const age of late) {
      if (tally.neverSampled.length > 0) await play(age, Math.ceil(samples / ELSEWHERE), seed + 100 + more);
    }
  }
  for (const [index, ruleset] of ['classic', 'civ2civ3'].entries())
    await travel(ruleset, TURNS_OF_TRAVEL, seed + index, journeys);
}

async function play(age: Age, share: number, first: number): Promise<void> {
  const began = performance.now();
  await playAge(age, share, first, tally, recall);
  const seconds = ((performance.now() - began) / 1000).toFixed(0);
  console.log(`${age.ruleset} from ${age.techs} technologies: ${tally.sum} samples so far, ${seconds} s`);
  for (const line of shortcomings(tally, recall)) {
    if (!told.has(line)) console.log(line);
    told.add(line);
  }
}
