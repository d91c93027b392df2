import { execFile } from 'node:child_process';
import { closeSync, openSync, writeSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
/** Enough for some minutes of a few games. */
const SIZE_MB = 256;

/** A file system of its own for one installation's data, which can be filled up; root alone can mount one. */
export class DataVolume implements AsyncDisposable {
  readonly #mount: string;
  /** Whether it can be filled and made read-only. */
  readonly isOwn: boolean;

  private constructor(mount: string, isOwn: boolean) {
    this.#mount = mount;
    this.isOwn = isOwn;
  }

  /** `sizeMb`: megabytes that it has room for. */
  static async create(sizeMb = SIZE_MB): Promise<DataVolume> {
    const mount = await mkdtemp(join(tmpdir(), 'freeciv-faults-'));
    const isOwn =
      process.getuid?.() === 0 &&
      (await succeeds('mount', '-t', 'tmpfs', '-o', `size=${sizeMb}m`, 'tmpfs', mount));
    await chmod(mount, 0o755); // The game servers' account passes through.
    await mkdir(join(mount, 'data'), { mode: 0o755 });
    return new DataVolume(mount, isOwn);
  }

  /** DATA_DIR of the installation. */
  get dataDir(): string {
    return join(this.#mount, 'data');
  }

  /** Takes every byte that is free. */
  fill(): void {
    const file = openSync(this.#ballast, 'w');
    const chunk = Buffer.alloc(1 << 20, 'x');
    for (let size = chunk.length; size >= 1; ) {
      try {
        writeSync(file, chunk, 0, size);
      } catch {
        size = Math.floor(size / 16);
      }
    }
    closeSync(file);
  }

  async empty(): Promise<void> {
    await rm(this.#ballast, { force: true });
  }

  /** Nothing below it can be written, made or removed, by nobody, until it is allowed again. */
  async setReadOnly(isReadOnly: boolean): Promise<void> {
    // Files that come and go meanwhile make it fail for those alone.
    await succeeds('chattr', '-R', isReadOnly ? '+i' : '-i', this.dataDir);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.isOwn) {
      await this.setReadOnly(false);
      await succeeds('umount', '-l', this.#mount);
    }
    await rm(this.#mount, { recursive: true, force: true });
  }

  get #ballast(): string {
    return join(this.#mount, 'ballast');
  }
}

function succeeds(program: string, ...args: readonly string[]): Promise<boolean> {
  return run(program, args).then(
    () => true,
    () => false,
  );
}
