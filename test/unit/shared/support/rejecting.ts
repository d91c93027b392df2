import { setTimeout } from 'node:timers/promises';
import { pino } from 'pino';
import { catchRejections } from '#shared/core/process.js';
import { detach, GameBug } from '../../../../proxy/games/faults/game-bug.js';

let count = 0;
const givenUp: (string | undefined)[] = [];
catchRejections({
  log: pino({ level: 'silent' }),
  count: () => {
    count += 1;
  },
  giveUp: (reason) => {
    givenUp.push(reason instanceof GameBug ? reason.gameId : undefined);
    if (count === 3) process.stdout.write(`${JSON.stringify({ count, givenUp })}\n`);
  },
});

async function bug(ms: number): Promise<void> {
  await setTimeout(ms);
  throw new Error('a bug');
}

detach('one', bug(1));
detach('two', bug(10));
detach('three', setTimeout(1));
void bug(30);
