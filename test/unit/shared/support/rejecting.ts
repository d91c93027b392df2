import { pino } from 'pino';
import { catchRejections } from '#shared/core/process.js';
import { currentGame } from '../../../../proxy/games/lifecycle/current-game.js';

let count = 0;
const givenUp: (string | undefined)[] = [];
catchRejections({
  log: pino({ level: 'silent' }),
  count: () => {
    count += 1;
  },
  giveUp: () => {
    givenUp.push(currentGame.getStore());
    if (count === 3) process.stdout.write(`${JSON.stringify({ count, givenUp })}\n`);
  },
});

async function bug(): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, 1));
  throw new Error('a bug');
}

currentGame.run('one', () => void bug());
currentGame.run('two', () => void setTimeout(() => void bug(), 5));
void setTimeout(() => void bug(), 20);
