import { execFile } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { WebSocket } from 'ws';
import type { GameRound } from './game-round.js';
import { type Installation, type ServiceName, signal } from './installation.js';
import { type Injected, nothingToUndo, type Scene } from './scene.js';

const run = promisify(execFile);
type Target = ServiceName | 'server' | 'launcher';

/** What ends with a process: with the proxy its game servers. */
export function endingWith(target: Target, round: GameRound, rounds: readonly GameRound[]): string[] {
  if (target === 'server') return [round.gameId];
  // Its services run on; nothing is started again before the launcher goes on.
  if (target === 'launcher') return [];
  return target === 'gateway' ? ['gateway'] : ['proxy', ...rounds.map(({ gameId }) => gameId)];
}

function pidOf(target: Target, { installation }: Scene, { gameId }: GameRound): number | undefined {
  if (target === 'launcher') return installation.launcher;
  return target === 'server' ? installation.server(gameId) : installation.service(target);
}

export async function kill(scene: Scene, targets: readonly Target[], round: GameRound): Promise<Injected> {
  for (const target of targets) signal(pidOf(target, scene, round), 'SIGKILL');
  const mayEnd = targets.flatMap((target) => endingWith(target, round, scene.rounds));
  return { mayEnd, mayLose: [], undo: nothingToUndo };
}

/** Stops a process for some time. Who notices may end it and start another. */
export async function hang(
  scene: Scene,
  target: Target,
  round: GameRound,
  holdMs: number,
): Promise<Injected> {
  const pid = pidOf(target, scene, round);
  signal(pid, 'SIGSTOP');
  const undo = async () => {
    await pause(holdMs);
    signal(pid, 'SIGCONT');
  };
  return { mayEnd: endingWith(target, round, scene.rounds), mayLose: [], undo };
}

/** Cuts every socket of an agent after some bytes, for some time. */
export async function cutSockets(
  { relay }: Scene,
  bytes: readonly number[],
  holdMs: number,
): Promise<Injected> {
  let next = 0;
  relay.bytesUntilCut = () => {
    next += 1;
    return bytes[next % bytes.length] ?? 0;
  };
  relay.cut();
  const undo = async () => {
    await pause(holdMs);
    relay.bytesUntilCut = () => Number.POSITIVE_INFINITY;
    // Those that were let live for so many bytes.
    relay.cut();
  };
  return { mayEnd: [], mayLose: [], undo };
}

/** Leaves a process a handful of descriptors, and asks for many. */
export async function takeDescriptors(
  { installation }: Scene,
  target: ServiceName,
  holdMs: number,
): Promise<Injected> {
  const pid = installation.service(target);
  const open = pid === undefined ? 0 : readdirSync(`/proc/${pid}/fd`).length;
  const [soft = '1024', hard = '1024'] = pid === undefined ? [] : await limits(pid);
  await run('prlimit', ['--pid', String(pid), `--nofile=${open + 3}:${hard}`]).catch(() => {});
  const sockets = Array.from({ length: 30 }, () => strangerAt(installation));
  const undo = async () => {
    await pause(holdMs);
    for (const socket of sockets) socket.terminate();
    await run('prlimit', ['--pid', String(pid), `--nofile=${soft}:${hard}`]).catch(() => {});
  };
  return { mayEnd: [], mayLose: [], undo };
}

async function limits(pid: number): Promise<readonly string[]> {
  const args = ['--pid', String(pid), '--nofile', '--noheadings', '--output=SOFT,HARD'];
  return (await run('prlimit', args)).stdout.trim().split(/\s+/);
}

function strangerAt({ gatewayPort }: Installation): WebSocket {
  const socket = new WebSocket(`ws://127.0.0.1:${gatewayPort}/ws/agent/stranger`);
  socket.on('error', () => {});
  return socket;
}
