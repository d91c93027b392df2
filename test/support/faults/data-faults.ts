import { once } from 'node:events';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '../free-port.js';
import { type Damage, damage, filesOf, type GameFile } from './damage.js';
import { GameRound } from './game-round.js';
import { signal } from './installation.js';
import { endingWith } from './process-faults.js';
import { type Injected, nothingToUndo, type Scene } from './scene.js';
import { TURN_WAITING } from './templates.js';

type Loss = 'nothing' | 'server' | 'proxy';

/** The disk takes nothing for some time, and something is lost meanwhile. */
export async function refuseDisk(
  scene: Scene,
  how: 'full_disk' | 'read_only',
  loses: Loss,
  round: GameRound,
  holdMs: number,
): Promise<Injected> {
  const { volume, installation } = scene;
  if (!volume.isOwn) return { mayEnd: [], mayLose: [], undo: nothingToUndo };
  if (how === 'full_disk') volume.fill();
  else await volume.setReadOnly(true);
  // Agents act meanwhile, and are acknowledged what no disk has.
  await pause(holdMs / 2);
  if (loses === 'server') signal(installation.server(round.gameId), 'SIGKILL');
  if (loses === 'proxy') signal(installation.service('proxy'), 'SIGKILL');
  const undo = async () => {
    await pause(holdMs / 2);
    await (how === 'full_disk' ? volume.empty() : volume.setReadOnly(false));
  };
  return { mayEnd: loses === 'nothing' ? [] : endingWith(loses, round, scene.rounds), mayLose: [], undo };
}

/** Damages files of a game that is played, whose server is then lost. */
export async function damageInPlay(
  { installation, volume }: Scene,
  file: GameFile,
  how: Damage,
  { gameId }: GameRound,
): Promise<Injected> {
  const guard = await Victim.create(volume.dataDir);
  await damageFiles(join(volume.dataDir, 'games', gameId), file, how, guard);
  signal(installation.server(gameId), 'SIGKILL');
  const undo = () => guard.check();
  return { mayEnd: [gameId], mayLose: [gameId], violations: guard.violations, undo };
}

/** Damages files of a game that waits on the disk, and asks for it, when the proxy has been started again or at once. */
export async function damageWaiting(
  scene: Scene,
  file: GameFile,
  how: Damage,
  { when, number }: { readonly when: 'on the disk' | 'at start'; readonly number: number },
): Promise<Injected> {
  const { installation, volume, templates, rounds, relay } = scene;
  if (templates === undefined) return { mayEnd: [], mayLose: [], undo: nothingToUndo };
  const gameId = `copy-${number}`;
  const folder = await templates.copy(file === 'manifest' ? 'ended' : 'waiting', gameId, volume.dataDir);
  const guard = await Victim.create(volume.dataDir);
  await damageFiles(folder, file, how, guard);
  const [round] = rounds;
  if (when === 'at start') signal(installation.service('proxy'), 'SIGKILL');
  const mayEnd = when === 'at start' && round !== undefined ? endingWith('proxy', round, rounds) : [];
  const turn = file === 'manifest' ? 0 : TURN_WAITING;
  const copy = new GameRound({
    port: relay.port,
    token: installation.token,
    gameId,
    seed: number,
    prefix: 'waiting',
    turn,
  });
  return {
    mayEnd,
    mayLose: [gameId],
    copies: [copy],
    violations: guard.violations,
    undo: () => guard.check(),
  };
}

/** Damages files of the gateway, which is then lost. */
export async function damageGateway(
  { installation, volume }: Scene,
  kind: 'audit' | 'gateway-sessions',
  how: Damage,
): Promise<Injected> {
  const folders = (await readdir(volume.dataDir)).filter((name) => name.startsWith(kind));
  const guard = await Victim.create(volume.dataDir);
  for (const folder of folders)
    for (const name of await readdir(join(volume.dataDir, folder)).catch(() => []))
      await damage(join(volume.dataDir, folder, name), how, guard.path).catch(() => {});
  signal(installation.service('gateway'), 'SIGKILL');
  return { mayEnd: ['gateway'], mayLose: [], violations: guard.violations, undo: () => guard.check() };
}

/** Another installation on the same folder: it must end by itself with code 1 and say why. */
export async function secondInstallation({ installation }: Scene): Promise<Injected> {
  const ports = { GATEWAY_PORT: String(await freePort()), PROXY_PORT: String(await freePort()) };
  // Proxies that have the same secret share the folder.
  const child = installation.spawn({ ...ports, PROXY_SECRET: 'the-secret-of-another' });
  const said = child.stderr === null ? Promise.resolve('') : text(child.stderr);
  const patience = setTimeout(() => child.kill('SIGTERM'), 30_000);
  const [code] = await once(child, 'exit');
  clearTimeout(patience);
  const lines = (await said).trim().split('\n');
  const isRefused = code === 1 && lines.length === 1 && lines[0] !== '';
  const sentence = `a second installation on the same DATA_DIR ended with ${code} and said: ${lines.at(-1)}`;
  return { mayEnd: [], mayLose: [], violations: isRefused ? [] : [sentence], undo: nothingToUndo };
}

/** The wall clock of every process jumps, and back. */
export async function jumpClock({ clockFile }: Scene, seconds: number, holdMs: number): Promise<Injected> {
  if (clockFile === undefined) return { mayEnd: [], mayLose: [], undo: nothingToUndo };
  await writeFile(clockFile, seconds < 0 ? String(seconds) : `+${seconds}`);
  const undo = async () => {
    await pause(holdMs);
    await writeFile(clockFile, '+0');
  };
  return { mayEnd: [], mayLose: [], undo };
}

async function damageFiles(folder: string, file: GameFile, how: Damage, { path }: Victim): Promise<void> {
  // A file that has gone meanwhile is damaged enough.
  for (const each of await filesOf(folder, file)) await damage(each, how, path).catch(() => {});
}

/** A file that links lead to: nobody may write it. */
class Victim {
  readonly path: string;
  readonly violations: string[] = [];

  private constructor(path: string) {
    this.path = path;
  }

  static async create(dataDir: string): Promise<Victim> {
    const path = join(dataDir, '..', 'not-of-the-games');
    await writeFile(path, 'as it was');
    return new Victim(path);
  }

  async check(): Promise<void> {
    const now = await readFile(this.path, 'utf8').catch(() => 'removed');
    if (now !== 'as it was') this.violations.push('a file that a link leads to was written');
  }
}
