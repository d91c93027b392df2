import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import {
  agentFolder,
  forkConversations,
  SeatConversations,
} from '../../../features/models/seat-conversations.js';
import { loggingReporter } from '../../../proxy/games/disk/disk-monitor.js';
import { conversationAppend } from '../../support/model-records.js';

const disk = loggingReporter(pino({ level: 'silent' }));

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'freeciv-conversations-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

function open(folder: string): Promise<SeatConversations> {
  return SeatConversations.open({ folder: join(folder, 'ann'), gameId: 'g', agentId: 'ann', disk });
}

const time = { turn: 3, now: 0 };

async function textsOf(seat: SeatConversations, id = 'c', from = 0): Promise<readonly string[]> {
  const part = await seat.read(id, from);
  return (part?.messages ?? []).map(({ message }) => JSON.stringify(message.content));
}

test('appends at the same time are kept one after the other, each message once', async () => {
  const folder = await newFolder();
  const seat = await open(folder);
  const appends = Array.from({ length: 20 }, (_, at) =>
    seat.append(conversationAppend(`n${at}`, { from: at }), time),
  );
  const again = Array.from({ length: 20 }, (_, at) =>
    seat.append(conversationAppend(`n${at}`, { from: at }), time),
  );
  const counts = await Promise.all(appends);
  expect(counts.map((count) => count.ok && count.value)).toEqual(
    Array.from({ length: 20 }, (_, at) => at + 1),
  );
  for (const count of await Promise.all(again)) expect(count).toMatchObject({ ok: true, value: 20 });
  const texts = await textsOf(await open(folder));
  expect(texts.map((text) => /n\d+/.exec(text)?.[0])).toEqual(counts.map((_, at) => `n${at}`));
});

test('a conversation that is full takes nothing more, and is still read; another can be begun', async () => {
  const seat = await open(await newFolder());
  const text = 'x'.repeat(120 << 10);
  let last = await seat.append(conversationAppend(text), time);
  while (last.ok) last = await seat.append(conversationAppend(text), time);
  const { messages } = (await seat.list())[0] ?? {};
  expect(messages).toBeGreaterThan(60);
  expect(last.failure).toMatchObject({ code: 'E106', details: { messages } });
  const from = (messages ?? 0) - 1;
  expect(await textsOf(seat, 'c', from)).toHaveLength(1);
  expect(await seat.append(conversationAppend('new', { conversation_id: 'd' }), time)).toMatchObject({
    ok: true,
  });
});

test('an agent has sixteen conversations in a game at most', async () => {
  const seat = await open(await newFolder());
  for (let at = 0; at < 16; at += 1)
    expect((await seat.append(conversationAppend('x', { conversation_id: `c${at}` }), time)).ok).toBe(true);
  const refused = await seat.append(conversationAppend('x', { conversation_id: 'c16' }), time);
  expect(refused).toMatchObject({ ok: false, failure: { code: 'E105', path: 'data.conversation_id' } });
  expect(await seat.list()).toHaveLength(16);
});

test('a line that was cut off is lost, and no other', async () => {
  const folder = await newFolder();
  const seat = await open(folder);
  for (const text of ['one', 'two', 'three']) await seat.append(conversationAppend(text), time);
  const file = join(folder, 'ann', 'c.jsonl');
  const bytes = await readFile(file);
  await writeFile(file, bytes.subarray(0, bytes.length - 5));
  const after = await open(folder);
  expect(await textsOf(after)).toEqual([expect.stringContaining('one'), expect.stringContaining('two')]);
  await after.append(conversationAppend('four', { from: 2 }), time);
  expect(await textsOf(await open(folder))).toHaveLength(3);
});

test('a fork has what was said in the turns before its own, and nothing where that is nothing', async () => {
  const [from, to] = [await newFolder(), await newFolder()];
  const seat = await open(from);
  for (const turn of [4, 5, 6]) await seat.append(conversationAppend(`turn ${turn}`), { turn, now: turn });
  await seat.append(conversationAppend('early', { conversation_id: 'd' }), { turn: 2, now: 7 });
  await seat.append(conversationAppend('late', { conversation_id: 'e', title: 'Late' }), { turn: 6, now: 8 });
  await forkConversations(from, to, 'ann', 6);
  const forked = await open(to);
  expect((await forked.list()).map(({ conversation_id: id, messages }) => `${id} ${messages}`)).toEqual([
    'd 1',
    'c 2',
  ]);
  expect(await (await open(from)).list()).toHaveLength(3);
});

test('conversations of an agent called .. are in a folder of its own, not among the files of the game', async () => {
  const folder = await newFolder();
  await writeFile(join(folder, 'ledger.jsonl'), '{"kind":"turn"}\n');
  const parent = join(folder, 'conversations');
  const [, file = ''] = ['.', '..'].map((agentId) => agentFolder(parent, agentId));
  expect(file).toBe(join(parent, '%2E%2E'));
  expect(agentFolder(parent, '.')).toBe(join(parent, '%2E'));
  const seat = await SeatConversations.open({ folder: file, gameId: 'g', agentId: '..', disk });
  expect(await seat.list()).toEqual([]);
  await seat.append(conversationAppend('mine', { conversation_id: 'ledger' }), time);
  expect(await readFile(join(folder, 'ledger.jsonl'), 'utf8')).toBe('{"kind":"turn"}\n');
  expect(await textsOf(seat, 'ledger')).toHaveLength(1);
});
