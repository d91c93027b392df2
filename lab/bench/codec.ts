/**
 * How fast a recorded game of 100 turns is decoded, and decoded and folded into a world, beside splitting and
 * inflating it alone. The three take turns, so that whatever else the machine does falls on all of them.
 */
import { FrameSplitter } from '../../proxy/freeciv/frame-splitter.js';
import { PacketStream } from '../../proxy/freeciv/packet-stream.js';
import { Protocol } from '../../proxy/freeciv/protocol.js';
import { applyPacket } from '../../proxy/world/fold.js';
import { commit, createWorld } from '../../proxy/world/world.js';
import { recordedBytes, recordedFrames } from '../../test/recordings/recorded-game.js';
import { quantile } from '../../test/support/quantile.js';
import { figure } from './support/figures.js';
import { amount } from './support/form.js';

const WARM_UP_ROUNDS = amount(5, 1);
const ROUNDS = amount(25, 1);

const protocol = Protocol.load('3.0');
const received = recordedBytes();
const frames = recordedFrames();
const frameBytes = frames.reduce((sum, frame) => sum + frame.length, 0);

const contenders = {
  'split and inflate': () => new FrameSplitter().push(received, () => undefined),
  'and decode': () => {
    const stream = new PacketStream(protocol, 'server');
    new FrameSplitter().push(received, (frame) => stream.decode(frame));
  },
  'and fold': () => {
    const stream = new PacketStream(protocol, 'server');
    const world = createWorld();
    new FrameSplitter().push(received, (frame) => {
      applyPacket(world, stream.decode(frame));
      commit(world);
    });
  },
};

const times = new Map<string, number[]>(Object.keys(contenders).map((name) => [name, []]));
for (let round = 0; round < WARM_UP_ROUNDS + ROUNDS; round += 1) {
  for (const [name, run] of Object.entries(contenders)) {
    const began = performance.now();
    run();
    if (round >= WARM_UP_ROUNDS) times.get(name)?.push(performance.now() - began);
  }
}

const report = [...times].map(([name, all]) => {
  const median = quantile(all, 0.5);
  return {
    '': name,
    'median ms': Number(median.toFixed(1)),
    'best ms': Number(Math.min(...all).toFixed(1)),
    'packets/s': Math.round((frames.length / median) * 1000),
    'MB/s': Number((frameBytes / median / 1000).toFixed(1)),
  };
});
process.stdout.write(
  `${frames.length} packets, ${received.length} bytes on the wire, ${frameBytes} inflated; ${ROUNDS} rounds\n`,
);
console.table(report);
const rate = (name: string) => (frames.length / quantile(times.get(name) ?? [], 0.5)) * 1000;
const split = { name: 'split and inflate', value: rate('split and inflate') };
figure('decoded packets', rate('and decode'), '/s', split);
figure('decoded and folded packets', rate('and fold'), '/s', split);
