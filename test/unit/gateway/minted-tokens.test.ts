import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { MintedTokens, readMinted } from '../../../gateway/auth/minted-tokens.js';
import { hashToken } from '../../../gateway/auth/token-rule.js';
import { TokenStore } from '../../../gateway/auth/token-store.js';

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'minted-'));
});
afterEach(() => rm(folder, { recursive: true }));

function storeOf(minted: string) {
  const store = new TokenStore({ items: () => ['mine'], file: undefined, minted }, pino({ level: 'silent' }));
  return { store, minted: new MintedTokens(minted, () => store.reload()) };
}

test('a made token is in force at once, and no more when its game is gone', () => {
  const { store, minted } = storeOf(join(folder, 'made'));
  const token = minted.mint({ agents: 'red', games: 'cup' });
  if (!token.ok) throw new Error(token.failure.message);
  expect(store.inForce.acceptsAgent(hashToken(token.value), 'red', 'cup')).toBe(true);
  expect(store.inForce.acceptsAgent(hashToken(token.value), 'blue', 'cup')).toBe(false);
  minted.forget('cup');
  expect(store.inForce.acceptsAgent(hashToken(token.value), 'red', 'cup')).toBe(false);
});

test('while the disk does not give the made tokens, those in force stay and none is made', async () => {
  const made = join(folder, 'made');
  const { store, minted } = storeOf(made);
  const token = minted.mint({ agents: 'red', games: 'cup' });
  if (!token.ok) throw new Error(token.failure.message);
  // A file in place of the folder cannot be read as one.
  await rm(made, { recursive: true });
  await writeFile(made, '');
  expect(store.reload()).toBe(false);
  expect(store.inForce.acceptsAgent(hashToken(token.value), 'red', 'cup')).toBe(true);
  expect(minted.mint({ agents: 'blue', games: 'cup' })).toMatchObject({ failure: { code: 'E500' } });
  await rm(made);
  expect(readMinted(made)).toEqual({ ok: true, value: [] });
});

test('invitations are told from other made tokens, withdrawn by their hash, and gone with their game', () => {
  const { store, minted } = storeOf(join(folder, 'made'));
  const scope = { agents: 'person-1', games: 'cup' };
  const hashOf = (made: ReturnType<typeof minted.mint>) => {
    if (!made.ok) throw new Error(made.failure.message);
    return hashToken(made.value);
  };
  const isInForce = (hash: Buffer) => store.inForce.acceptsAgent(hash, 'person-1', 'cup');
  const [other, first, second] = [undefined, 'first', 'second'].map((note) =>
    hashOf(minted.mint(scope, note)),
  );
  if (!other || !first || !second) throw new Error('unreachable');
  expect(store.inForce.seatOf(first)).toEqual({ agentId: 'person-1', gameId: 'cup' });
  expect(new Set(minted.invitationsTo('cup').map(({ note }) => note))).toEqual(new Set(['first', 'second']));
  expect(minted.invitationsTo('cup-2')).toEqual([]);
  for (const hash of [other, first])
    expect(minted.withdraw('cup', hash.toString('hex').slice(0, 16))).toBe(true);
  expect(minted.withdraw('cup-2', second.toString('hex'))).toBe(true);
  expect([other, first, second].map(isInForce)).toEqual([true, false, true]);
  expect(minted.invitationsTo('cup')).toMatchObject([{ agentId: 'person-1', note: 'second' }]);
  minted.forget('cup');
  expect([other, first, second].map(isInForce)).toEqual([false, false, false]);
});
