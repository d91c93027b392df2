import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { DataVolume } from './data-volume.js';
import { GameRound } from './game-round.js';
import { Installation } from './installation.js';

const run = promisify(execFile);
/** The turn in which the game that waits was left. */
export const TURN_WAITING = 4;
type Template = 'waiting' | 'ended';

/** Folders of a game that waits on the disk and of one that has ended, made once and copied for each fault. */
export class Templates implements AsyncDisposable {
  readonly #folder: string;

  private constructor(folder: string) {
    this.#folder = folder;
  }

  /** Plays both in an installation of their own, which ends as SIGTERM has it. */
  static async make(volume: DataVolume, logFile: string): Promise<Templates> {
    const folder = await mkdtemp(join(tmpdir(), 'freeciv-templates-'));
    {
      await using installation = await Installation.start(volume.dataDir, logFile);
      const { gatewayPort: port, token } = installation;
      const waiting = new GameRound({ port, token, gameId: 'waiting', seed: 1 });
      const ended = new GameRound({ port, token, gameId: 'ended', seed: 2, config: { end_turn: 3 } });
      await Promise.all([waiting.reached(TURN_WAITING), ended.gone()]);
      await Promise.all([waiting.stop(), ended.stop()]);
    }
    for (const name of ['waiting', 'ended'] as const) {
      await copyFolder(join(volume.dataDir, 'games', name), join(folder, name));
      await rm(join(volume.dataDir, 'games', name), { recursive: true });
    }
    return new Templates(folder);
  }

  /** A copy of it as the game of that id; its folder. */
  async copy(template: Template, gameId: string, dataDir: string): Promise<string> {
    const folder = join(dataDir, 'games', gameId);
    await copyFolder(join(this.#folder, template), folder);
    for (const name of ['game.json', 'manifest.json']) {
      const path = join(folder, name);
      const text = await readFile(path, 'utf8').catch(() => undefined);
      if (text !== undefined) await writeFile(path, text.replaceAll(`"${template}"`, `"${gameId}"`));
    }
    return folder;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await rm(this.#folder, { recursive: true, force: true });
  }
}

/** With owners and times: the saves belong to the game servers' account. */
async function copyFolder(from: string, to: string): Promise<void> {
  await run('cp', ['-a', from, to]);
}
