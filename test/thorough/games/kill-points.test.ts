import { expect, test } from 'vitest';
import { killedGame } from '../../support/kill-points/killed-game.js';
import { wrongAfter } from '../../support/kill-points/restored-point.js';
import { makeDataFolder } from '../../support/services/data-folder.js';

/** The first moment of each; `npm run chaos -- kill-points` tries all there are. */
const MOMENTS = [
  ['creation', 'unfinished record'],
  ['begin', 'record'],
  ['join', 'record'],
  ['join', 'taken seat'],
  ['turn change', 'journal'],
  ['join in a turn change', 'record'],
  ['fork', 'record'],
  ['takeover', 'journal'],
  ['end', 'journal'],
] as const;

test('a proxy killed between two writes leaves a game that comes back with all seats that were told', async () => {
  await using folder = await makeDataFolder();
  const points = await killedGame(folder.path);
  const wrong: string[] = [];
  for (const [operation, kind] of MOMENTS) {
    const point = points.find((one) => one.operation === operation && one.written.includes(kind));
    if (point === undefined) throw new Error(`no ${kind} was written: ${operation}`);
    await using own = await makeDataFolder();
    wrong.push(...(await wrongAfter(point, own.path)));
  }
  expect(wrong).toEqual([]);
});
