import type { World } from '../../world/world.js';

type Question = () => Promise<void>;

/**
 * From so many on, all at once is faster. The server sends each answer as a segment of its own and, as TCP wants it,
 * holds the second one back until the first is acknowledged, which takes our kernel 40 ms unless it has something to
 * send: a next question does. So few questions are faster one after the other (0.1 ms each).
 */
const MANY = 400;

const queues = new WeakMap<World, Question[]>();

/** Asks the server something at the pace at which answers come soonest, in the order of asking. */
export function paced<T>(world: World, ask: () => Promise<T>): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    const question: Question = () => ask().then(resolve, reject);
    const queue = queues.get(world);
    if (queue !== undefined) {
      queue.push(question);
      return;
    }
    const first = [question];
    queues.set(world, first);
    // Whoever asks in the same turn of the loop is heard before the first question is sent.
    queueMicrotask(() => void askAll(world, first));
  });
}

async function askAll(world: World, queue: Question[]): Promise<void> {
  while (queue.length > 0) {
    const next = queue.splice(0, queue.length > MANY ? queue.length : 1);
    await Promise.all(next.map((question) => question()));
  }
  queues.delete(world);
}
