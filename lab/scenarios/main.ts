import { parseArgs } from 'node:util';
import { z } from 'zod';
import { difficultySchema } from '#shared/protocol/scenario.js';
import { startStack } from '../../test/support/stack.js';
import { playScenario, randomPlayer } from './play-scenario.js';
import { solutions } from './solutions.js';

/**
 * `npm run scenarios`: plays all scenarios at all difficulties by their solutions, which must score 1, and by a player that
 * takes any offer, which must not. `--only a,b` plays some, `--difficulty` one difficulty, `--server 3.2` on that server,
 * `--seeds 3` as many random players. Exits with 1 when a scenario is not what it should be.
 */
const { values } = parseArgs({
  options: {
    only: { type: 'string', default: Object.keys(solutions).join(',') },
    difficulty: { type: 'string' },
    server: { type: 'string' },
    seeds: { type: 'string', default: '1' },
  },
});
const names = values.only.split(',');
const difficulties =
  values.difficulty === undefined ? difficultySchema.options : [difficultySchema.parse(values.difficulty)];
const seeds = z.coerce.number().int().min(0).parse(values.seeds);
const config = values.server === undefined ? {} : { server: values.server };

await using stack = await startStack({
  RATE_ACTIONS_PER_MINUTE: '1000000',
  RATE_MESSAGES_PER_MINUTE: '1000000',
  MAX_GAMES: '20',
});
let wrong = 0;
process.stdout.write('scenario          difficulty  turns  solution  random\n');
for (const name of names)
  for (const difficulty of difficulties) {
    const game = { name, difficulty, config };
    const solved = await playScenario(stack, game, solutions[name] ?? (async () => undefined));
    const randoms: number[] = [];
    for (let seed = 1; seed <= seeds; seed += 1)
      randoms.push((await playScenario(stack, game, randomPlayer(seed))).score);
    const isWrong = solved.score < 1 || randoms.includes(1);
    if (isWrong) wrong += 1;
    const cells = [
      name.padEnd(17),
      difficulty.padEnd(11),
      String(solved.turn).padStart(5),
      solved.score.toFixed(3).padStart(9),
    ];
    process.stdout.write(
      `${cells.join(' ')}  ${randoms.map((score) => score.toFixed(3)).join(' ')}${isWrong ? '  wrong' : ''}\n`,
    );
  }
process.exitCode = wrong === 0 ? 0 : 1;
