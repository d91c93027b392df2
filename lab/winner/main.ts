/** `npm run train -- winner --games N`: plays games of AIs and fits the model of who wins to them (docs/who-wins.md). */
import { setPriority } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { trainWinner } from './train-winner.js';

const USAGE = `npm run train -- winner [options]
  --games N     how many games; those that are stored are not played again (300)
  --seed N      the seed of the first game (1000)
  --parallel N  how many are played at the same time (1)
  --minutes N   begins no new game after so many minutes (60)
  --folder DIR  where the games are stored (build/winner)
  --arena DIR   learns from the games of an arena too, in which bots play; may be given more than once`;

const root = join(import.meta.dirname, '../..');
const LOWEST_PRIORITY = 19;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    games: { type: 'string', default: '300' },
    seed: { type: 'string', default: '1000' },
    parallel: { type: 'string', default: '1' },
    minutes: { type: 'string', default: '60' },
    folder: { type: 'string', default: join(root, 'build/winner') },
    arena: { type: 'string', multiple: true, default: [] },
  },
});
if (positionals[0] !== 'winner') {
  process.stderr.write(`${USAGE}\n`);
  process.exitCode = 1;
} else {
  // It takes long, and what else runs on the machine comes first; the game servers inherit it.
  setPriority(LOWEST_PRIORITY);
  await trainWinner({
    games: Number(values.games),
    firstSeed: Number(values.seed),
    parallel: Number(values.parallel),
    minutes: Number(values.minutes),
    folder: values.folder,
    arenas: values.arena,
    root,
  });
}
