/**
 * Many spectators of one real game of eight players: what the gateway spends on them, and how long after an update was
 * made each of them has it. Gateway, proxy, game server and viewers are processes of their own. Beside it in the same
 * run the control: a bare server that sends the whole state at every update, as one does who keeps no versions.
 */
import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { quantile } from '../../test/support/quantile.js';
import { SplitStack } from '../../test/support/services/split-stack.js';
import { Crowd, startSnapshotServer } from './support/crowd.js';
import { figure } from './support/figures.js';
import { amount } from './support/form.js';

const FIRST_TURNS = amount(40, 2);
const TURNS = amount(10, 2);
/** Agents that think take longer. */
const TURN_MS = amount(1000, 50);
const CROWDS = [1, amount(100, 2), amount(1000, 4)] as const;

await using stack = await SplitStack.start({ isBuilt: true });
const { port, pid } = stack.gateway;
const live = `ws://127.0.0.1:${port}/ws/spectator/g`;
const agent = await stack.agent('player');
const config = { players: 8, map: { xsize: 80, ysize: 50 }, seeds: { game: 3, map: 3 } };
await agent.connect({ api_token: stack.token, game_id: 'g', game_config: config });
await agent.push('game_ready');

let turn = 1;
async function play(turns: number, everyMs: number): Promise<void> {
  for (let i = 0; i < turns; i += 1) {
    turn += 1;
    const next = turn;
    const enough = pause(everyMs);
    await agent.act('end_turn');
    await agent.push('turn_start', (data) => data.turn === next);
    await enough;
  }
}

/** Seconds of CPU that a process has used, and the MB it holds. */
function usedBy(pid: number | undefined): { cpu: number; memory: number } {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  const ticks = Number(stat[11]) + Number(stat[12]);
  const memory = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return { cpu: ticks / 100, memory: Number(memory) / 1024 };
}

/** Shows the next turns to this many viewers of that address, which that process serves; CPU in ms a turn. */
async function measure(name: string, url: string, pid: number | undefined, size: number): Promise<number> {
  const crowd = await Crowd.open(url, size);
  crowd.begin();
  const before = usedBy(pid);
  const viewersBefore = usedBy(crowd.pid);
  await play(TURNS, TURN_MS);
  const after = usedBy(pid);
  const theirs = ((usedBy(crowd.pid).cpu - viewersBefore.cpu) * 1000) / TURNS;
  const { lags, bytes } = await crowd.heard();
  await crowd.close();
  const cpu = ((after.cpu - before.cpu) * 1000) / TURNS;
  const updates = lags.length / size / TURNS;
  console.log(
    `${name.padEnd(9)} ${String(size).padStart(5)} viewers: CPU ${cpu.toFixed(1).padStart(6)} ms a turn (the viewers ${theirs.toFixed(0).padStart(4)}), lag p50 ${quantile(lags, 0.5).toFixed(0).padStart(4)} p99 ${quantile(lags, 0.99).toFixed(0).padStart(4)} ms, ` +
      `${updates.toFixed(1)} updates and ${(bytes / size / TURNS / 1024).toFixed(1)} KB a turn each (begins with ${(crowd.firstBytes / 1024).toFixed(0)} KB), ${after.memory.toFixed(0)} MB`,
  );
  return cpu;
}

await play(FIRST_TURNS, 0);
const costs: number[] = [];
for (const size of CROWDS) costs.push(await measure('updates', live, pid, size));
const deflated = `${live}?encoding=deflate-raw`;
await measure('deflated', deflated, pid, CROWDS[2]);
const control = await startSnapshotServer(live);
const controls: number[] = [];
for (const size of [CROWDS[1], CROWDS[2]])
  controls.push(await measure('snapshots', `ws://127.0.0.1:${control.port}`, control.child.pid, size));
const [, hundred = 0, thousand = 0] = costs;
// The system counts CPU in steps of 10 ms: a short run may show none.
const factor = hundred > 0 ? (thousand / hundred).toFixed(1) : 'an unknown number of';
console.log(`ten times the viewers cost ${factor} times the CPU`);
figure('CPU of a turn for 1,000 viewers', thousand, 'ms', {
  name: 'whole states',
  value: controls[1] ?? Number.NaN,
});
control.child.kill();
