/**
 * 1,000 agents are logged in and 50 of them play at the specification's rate. First alone, the control; then with ten that
 * flood, a hundred that have stopped reading, and a hundred half-open connections. The fifty should not notice.
 */
import { connect } from 'node:net';
import { quantile } from '../support/quantile.js';
import { codesOf, logInAll, steadily } from './support/bench-agent.js';
import { Flooders } from './support/flooders.js';
import { GatewayUnderLoad } from './support/gateway-under-load.js';

const AGENTS = 1000;
const PLAYERS = 50;
const FLOODERS = 10;
const SLOW = 100;
const HALF_OPEN = 100;
const SECONDS = 20;
/** 100 messages a minute each. */
const PER_SECOND = (PLAYERS * 100) / 60;

await using bench = await GatewayUnderLoad.start({ RATE_MESSAGES_PER_MINUTE: '150' });
const agents = await logInAll(bench.port, AGENTS - FLOODERS, 'agent');
const flooders = new Flooders(bench.port, FLOODERS);
await flooders.ready;
const players = agents.slice(0, PLAYERS);
const slow = agents.slice(PLAYERS, PLAYERS + SLOW);

const play = () => steadily(PER_SECOND, SECONDS, (count) => players[count % PLAYERS]?.ask());
const memory = async () => (await bench.metric('process_resident_memory_bytes')) / 2 ** 20;
const takeTimes = () => players.flatMap((player) => player.times.splice(0));

await play();
takeTimes();
await play();
const control = takeTimes();
const memoryBefore = await memory();

for (const agent of slow) {
  agent.act({ action_type: 'push_me', count: 40, bytes: 50_000, every: 500 });
  agent.socket.pause();
}
const halfOpen = Array.from({ length: HALF_OPEN }, () => {
  const socket = connect(bench.port, '127.0.0.1');
  socket.on('error', () => {});
  socket.write('GET /ws/agent/half HTTP/1.1\r\nhost: a\r\n');
  return socket;
});
flooders.begin();
await play();
const flooded = await flooders.end();
while (players.some(({ unanswered }) => unanswered > 0))
  await new Promise((resolve) => setTimeout(resolve, 10));
const beside = takeTimes();

const row = (name: string, times: readonly number[]) =>
  `${name.padEnd(28)} p50 ${quantile(times, 0.5).toFixed(2)} ms   p99 ${quantile(times, 0.99).toFixed(2)} ms   (${times.length} answers)`;
console.log(row('50 players alone', control));
console.log(row('50 players under attack', beside));
console.log(
  `the p99 is ${(quantile(beside, 0.99) / quantile(control, 0.99)).toFixed(2)} times the control's`,
);
console.log(`errors of players: ${codesOf(players)}; of flooders: ${flooded}`);
console.log(`gateway: ${memoryBefore.toFixed(0)} MB before, ${(await memory()).toFixed(0)} MB after`);
for (const { socket } of agents) socket.terminate();
for (const socket of halfOpen) socket.destroy();
