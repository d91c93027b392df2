import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  applyCommit,
  bytesOf,
  type Commit,
  inlinePart,
  type StoredFolder,
  wholeCommit,
} from '../../../features/storage/commit.js';
import { effectiveLog, type LogKey, logName, parseLogName } from '../../../features/storage/object-keys.js';

/** The log of a game as a bucket has it. */
class Log {
  readonly objects = new Map<string, Commit>();

  keys(): readonly LogKey[] {
    return [...this.objects.keys()].flatMap((name) => parseLogName(name) ?? []);
  }

  read(): StoredFolder {
    return effectiveLog(this.keys()).commits.reduce<StoredFolder>((folder, key) => {
      const commit = this.objects.get(logName(key));
      if (commit === undefined) throw new Error('a commit that counts is missing');
      return applyCommit(folder, commit, key.isWhole);
    }, new Map());
  }
}

/** An owner, who goes on writing after another has taken the game: it does not know. */
class Owner {
  readonly fence: number;
  readonly #log: Log;
  #folder: StoredFolder;
  #number = 0;

  constructor(log: Log, fence: number) {
    this.#log = log;
    this.fence = fence;
    this.#folder = log.read();
  }

  get folder(): StoredFolder {
    return this.#folder;
  }

  /** What the bucket gets with it. */
  write({ path, text, isWhole }: Write): void {
    const before = this.#folder.get(path);
    const isMore = path.endsWith('.jsonl') && before !== undefined;
    const change = { path, modified: this.#number, keep: isMore ? bytesOf(before) : 0 };
    const commit: Commit = { format: 1, changes: [{ ...change, parts: [inlinePart(Buffer.from(text))] }] };
    this.#folder = applyCommit(this.#folder, commit, false);
    const key = { fence: this.fence, number: this.#number, isWhole: isWhole || this.#number === 0 };
    this.#log.objects.set(logName(key), key.isWhole ? wholeCommit(this.#folder) : commit);
    this.#number += 1;
    if (!key.isWhole) return;
    // A whole one replaces those before it, of earlier owners too.
    for (const old of this.#log.keys())
      if (old.fence < key.fence || (old.fence === key.fence && old.number < key.number))
        this.#log.objects.delete(logName(old));
  }
}

interface Write {
  /** 0: the owner; more: one that has lost the game, and does not know. */
  readonly back: number;
  readonly path: string;
  readonly text: string;
  readonly isWhole: boolean;
}

const write = fc.record({
  kind: fc.constant('write' as const),
  back: fc.nat(2),
  path: fc.constantFrom('journal/T00001.jsonl', 'journal/T00002.jsonl', 'game.json', 'orders/ann.json'),
  text: fc.string({ minLength: 1, maxLength: 5 }),
  isWhole: fc.boolean(),
});
const take = fc.record({ kind: fc.constant('take' as const), above: fc.nat(3) });

test('the bucket has what the newest owner wrote, whatever earlier ones write later', () => {
  fc.assert(
    fc.property(fc.array(fc.oneof({ weight: 5, arbitrary: write }, take), { maxLength: 60 }), (steps) => {
      const log = new Log();
      const owners = [new Owner(log, 1)];
      for (const step of steps) {
        const [owner] = owners;
        if (owner === undefined) throw new Error('nobody owns the game');
        if (step.kind === 'take') owners.unshift(new Owner(log, owner.fence + 1 + step.above));
        else owners[Math.min(step.back, owners.length - 1)]?.write(step);
        const newest = owners.find(({ fence }) => log.keys().some((key) => key.fence === fence));
        if (newest !== undefined) expect(log.read()).toEqual(newest.folder);
      }
    }),
  );
});

test('a commit after a gap does not count: its writer was not told that it is stored', () => {
  const key = (fence: number, number: number, isWhole = false): LogKey => ({ fence, number, isWhole });
  const keys = [key(2, 0, true), key(2, 1), key(2, 3), key(1, 9, true), key(3, 1)];
  expect(effectiveLog(keys)).toEqual({ commits: [key(2, 0, true), key(2, 1)], fence: 3 });
  expect(effectiveLog([])).toEqual({ commits: [], fence: 0 });
});

test('the names of commits are read back, and sort as their numbers do', () => {
  const number = fc.nat(1e9);
  fc.assert(
    fc.property(fc.record({ fence: number, number, isWhole: fc.boolean() }), number, (key, other) => {
      expect(parseLogName(logName(key))).toEqual(key);
      const later = { ...key, number: other };
      if (other !== key.number) expect(logName(key) < logName(later)).toBe(key.number < other);
    }),
  );
});
