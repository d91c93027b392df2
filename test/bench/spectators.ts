/**
 * Many spectators of one game of AIs: what the gateway spends on them, what each gets, and how far apart the first and
 * the last hear of an update. Beside it, in the same run, one spectator, a tenth of them, and what full snapshots
 * instead of updates would weigh. Viewers live in this process too, so the CPU shown is that of both ends.
 */
import { once } from 'node:events';
import { WebSocket } from 'ws';
import { quantile } from '../support/quantile.js';
import { startStack } from '../support/stack.js';

const TURNS = 10;
const CROWDS = [1, 100, 1000];

await using stack = await startStack();
const agent = await stack.agent('player');
const config = { players: 8, map: { xsize: 80, ysize: 50 }, seeds: { game: 3, map: 3 } };
await agent.connect({ api_token: stack.token, game_id: 'g', game_config: config });
await agent.push('game_ready');
let turn = 1;
async function play(turns: number): Promise<void> {
  for (let i = 0; i < turns; i += 1) {
    turn += 1;
    const next = turn;
    await agent.action('end_turn');
    await agent.push('turn_start', (data) => data.turn === next);
  }
}

interface Crowd {
  readonly sockets: readonly WebSocket[];
  readonly firstBytes: () => number;
  readonly updateBytes: () => number;
  /** Milliseconds between the first and the last viewer, for each update. */
  readonly spreads: () => readonly number[];
}

async function crowd(size: number): Promise<Crowd> {
  let [first, later] = [0, 0];
  const heard = new Map<string, { from: number; to: number; count: number }>();
  const sockets = Array.from({ length: size }, () => new WebSocket(`${stack.gatewayUrl}/ws/spectator/g`));
  const ready = sockets.map(async (socket) => {
    const [bytes] = await once(socket, 'message');
    first += Buffer.byteLength(bytes);
    socket.on('message', (update: Buffer) => {
      later += update.length;
      const key = update.subarray(0, 150).toString();
      const now = performance.now();
      const times = heard.get(key) ?? { from: now, to: now, count: 0 };
      heard.set(key, { from: times.from, to: now, count: times.count + 1 });
    });
  });
  await Promise.all(ready);
  return {
    sockets,
    firstBytes: () => first / size,
    updateBytes: () => later / size,
    spreads: () => [...heard.values()].filter(({ count }) => count === size).map(({ from, to }) => to - from),
  };
}

await play(30);
for (const size of CROWDS) {
  const viewers = await crowd(size);
  const before = process.cpuUsage();
  await play(TURNS);
  const { user, system } = process.cpuUsage(before);
  const cpu = (user + system) / 1000 / TURNS;
  const perTurn = viewers.updateBytes() / TURNS / 1024;
  const snapshot = viewers.firstBytes() / 1024;
  const spread = quantile(viewers.spreads(), 0.99);
  const memory = process.memoryUsage().rss / 2 ** 20;
  console.log(
    `${String(size).padStart(5)} viewers: CPU ${cpu.toFixed(1).padStart(7)} ms a turn, first to last p99 ${spread.toFixed(1).padStart(6)} ms, ` +
      `${perTurn.toFixed(1)} KB a turn each (a snapshot: ${snapshot.toFixed(0)} KB), RSS ${memory.toFixed(0)} MB`,
  );
  for (const socket of viewers.sockets) socket.terminate();
  await Promise.all(viewers.sockets.map((socket) => once(socket, 'close')));
}
