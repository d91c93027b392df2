import { expect, test } from 'vitest';
import { type Age, ages } from '../../../lab/accuracy/ages.js';
import { Journeys } from '../../../lab/accuracy/journeys.js';
import { playAge } from '../../../lab/accuracy/play-age.js';
import { Recall } from '../../../lab/accuracy/recall.js';
import { Tally } from '../../../lab/accuracy/tally.js';
import { travel } from '../../../lab/accuracy/travel.js';
import { ensureUnpackedServer } from '../../../tools/steps/unpacked-servers.mjs';

const TURNS_OF_TRAVEL = 6;

/** The long form with all ages is `npm run accuracy`. */
const SAMPLES = 60;

async function expectAccuracy(ruleset: string, change: Partial<Age> = {}): Promise<void> {
  const age = ages.find((one) => one.ruleset === ruleset && one.techs === 60);
  if (age === undefined) throw new Error('there is no such age');
  const tally = new Tally();
  const recall = new Recall();
  await playAge({ ...age, ...change }, SAMPLES, 3, tally, recall);
  expect(tally.failures).toEqual([]);
  expect(recall.refused).toEqual([]);
  expect(tally.sum).toBeGreaterThanOrEqual(SAMPLES);
  expect(recall.share, JSON.stringify(recall.missed)).toBeGreaterThanOrEqual(0.99);
}

test.each(['classic', 'civ2civ3'])(
  'what is offered as certain in %s works, and what the server takes is offered',
  (ruleset) => expectAccuracy(ruleset),
);

test.each(['3.1', '3.2'])(
  'what is offered as certain on a server of %s works, and what the server takes is offered',
  async (series) => {
    await expectAccuracy('civ2civ3', { binary: await ensureUnpackedServer(series), from: 10 });
  },
);

test('who is sent on a journey that is suggested arrives, unless others are in the way', async () => {
  const journeys = new Journeys();
  await travel('classic', TURNS_OF_TRAVEL, 1, journeys);
  expect(journeys.failures).toEqual([]);
  expect(journeys.sum).toBeGreaterThan(0);
});
