import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { SaveThread } from '../../../proxy/games/score/save-thread.js';
import { readSavedTurn } from '../../../proxy/games/score/saved-turn.js';

const SAVE = `[game]
turn=7

[player0]
name="Ada"
nation="Roman"
ncities=2
gold=50
ai.barb_type="None"

[score0]
total=31
`;

const thread = new SaveThread();
let folder = '';

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'freeciv-save-'));
});

afterAll(async () => {
  await thread.close();
  await rm(folder, { recursive: true });
});

async function save(name: string, bytes: Buffer) {
  const file = join(folder, name);
  await writeFile(file, bytes);
  return { turn: 7, file, isFinal: false };
}

test('the thread of saves reads of each save what is read here', async () => {
  const small = await save('small.sav.gz', gzipSync(SAVE));
  const large = await save('large.sav.gz', gzipSync(`${SAVE}[map]\n${'t="aaaabbbb"\n'.repeat(500_000)}`));
  const read = await Promise.all([small, large].map((one) => thread.read(one)));
  expect(read).toEqual(await Promise.all([small, large].map(readSavedTurn)));
  expect(read[0]).toMatchObject({ turn: 7, players: [{ name: 'Ada', score: 31, cities: 2, gold: 50 }] });
});

test('a save that is not complete has no turn yet, whatever its last bytes say of its length', async () => {
  const whole = gzipSync(SAVE);
  const torn = await save('torn.sav.gz', whole.subarray(0, -6));
  const lying = Buffer.from(whole);
  lying.writeUInt32LE(0xff_ff_ff_ff, lying.length - 4);
  expect(await thread.read(torn)).toBeUndefined();
  expect(await thread.read(await save('lying.sav.gz', lying))).toBeUndefined();
});

test('after the thread of saves is lost the next save begins another', async () => {
  const one = await save('one.sav.gz', gzipSync(SAVE));
  const lost = thread.read(one);
  await thread.close();
  expect([undefined, 7]).toContain((await lost)?.turn);
  expect((await thread.read(one))?.turn).toBe(7);
});
