import { expect, test } from 'vitest';
import { measureCounsel } from '../../../lab/accuracy/counsel/measure-counsel.js';

/** The long form with 200 cases of each kind is `npm run accuracy -- counsel`. */
const SHORT = { samples: 5, seed: 1, games: 1, turns: [20, 40] } as const;

test('what counsel foretells is what the server then says', async () => {
  const cases = await measureCounsel(SHORT);
  expect(cases.wrong.filter((line) => !isOpen(line))).toEqual([]);
  for (const kind of ['government', 'research_switch', 'standing', 'settling'] as const)
    expect(cases.count(kind), kind).toBeGreaterThan(0);
});

/** Whether another player takes what it can is up to that player. */
function isOpen(line: string): boolean {
  return line.startsWith('undefended') || line.startsWith('tech_trade');
}
