import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { readTokenList } from '../../../gateway/auth/token-list.js';
import { hashToken, RIGHTS } from '../../../gateway/auth/token-rule.js';

function tokens(...items: string[]) {
  const list = readTokenList(items);
  if (!list.ok) throw new Error(list.failure);
  const accepts = (token: string, agent: string, game?: string) =>
    list.value.acceptsAgent(hashToken(token), agent, game);
  const rights = (token: string, game?: string) =>
    RIGHTS.filter((right) => list.value.grants(hashToken(token), right, game));
  return { accepts, rights, isSingle: list.value.isSingle };
}

test('a token lets in every agent, or those of its pattern only', () => {
  const list = tokens('plain', 'team=red-*', 'one=blue-7');
  expect(list.accepts('plain', 'anyone')).toBe(true);
  expect(list.accepts('team', 'red-1')).toBe(true);
  expect(list.accepts('team', 'redx')).toBe(false);
  expect(list.accepts('one', 'blue-7')).toBe(true);
  expect(list.accepts('one', 'blue-77')).toBe(false);
  expect(list.accepts('plai', 'anyone')).toBe(false);
  expect(list.accepts('', 'anyone')).toBe(false);
});

test('a token may be given as its hash, and may end in = as base64 does', () => {
  const hash = createHash('sha256').update('hidden').digest('hex');
  const list = tokens(`sha256:${hash}=bot.*`, 'YWJj==', 'ZGVm===d-*');
  expect(list.accepts('hidden', 'bot.1')).toBe(true);
  expect(list.accepts('hidden', 'botx1')).toBe(false);
  expect(list.accepts(`sha256:${hash}`, 'bot.1')).toBe(false);
  expect(list.accepts('YWJj==', 'x')).toBe(true);
  expect(list.accepts('ZGVm==', 'd-1')).toBe(true);
});

test('a token may be good for some games only', () => {
  const list = tokens('cup=*/cup-*', 'duel=red-*/duel');
  expect(list.accepts('cup', 'anyone', 'cup-1')).toBe(true);
  expect(list.accepts('cup', 'anyone', 'league')).toBe(false);
  expect(list.accepts('duel', 'red-1', 'duel')).toBe(true);
  expect(list.accepts('duel', 'red-1', 'duel-2')).toBe(false);
  expect(list.accepts('duel', 'blue-1', 'duel')).toBe(false);
  expect(list.accepts('cup', 'anyone')).toBe(true);
});

test('one token for everything has all rights; a token among others, or for some, may only play', () => {
  const all = ['play', 'watch', 'manage'];
  expect(tokens('only').rights('only', 'g')).toEqual(all);
  expect(tokens('only').isSingle).toBe(true);
  expect(tokens('only=*/*/manage+watch+play').isSingle).toBe(true);
  for (const items of [['one', 'two'], ['one=*/cup-*'], ['one=red-*'], ['one=*/*/play']]) {
    const list = tokens(...items);
    expect(list.rights('one', 'cup-1')).toEqual(['play']);
    expect(list.isSingle).toBe(false);
  }
});

test('rights are given by name for the games of the token, and add up over its items', () => {
  const list = tokens('p=red-*/cup-*/play+watch', 'm=*/cup-*/manage', 'm=*/league/play', 'old=spectator');
  expect(list.rights('p', 'cup-1')).toEqual(['play', 'watch']);
  expect(list.rights('p', 'league')).toEqual([]);
  expect(list.rights('m', 'cup-1')).toEqual(['manage']);
  expect(list.rights('m')).toEqual(['play', 'manage']);
  expect(list.accepts('m', 'anyone', 'cup-1')).toBe(false);
  expect(list.accepts('m', 'anyone', 'league')).toBe(true);
  expect(list.rights('old', 'g')).toEqual(['watch']);
});

test('a bad item is told by its place, never by what it holds', () => {
  expect(readTokenList(['good', 'sha256:abc'])).toEqual({
    ok: false,
    failure: 'item 2: expected 64 hexadecimal digits after sha256:',
  });
  expect(readTokenList(['secret=no spaces'])).toMatchObject({
    ok: false,
    failure: expect.stringMatching(/^item 1: /),
  });
  for (const quotas of ['watch', 'games:0', 'games:x', ''])
    expect(readTokenList([`secret=a/b/play/${quotas}`])).toMatchObject({
      failure: 'item 1: expected name:number, of games, seats, connections, messages, disk_mb',
    });
  for (const rights of ['fly', 'play+', ''])
    expect(readTokenList([`secret=a/b/${rights}`])).toMatchObject({
      failure: 'item 1: the rights are play, watch and manage, joined by +',
    });
  expect(readTokenList(['secret=a/b!'])).toMatchObject({
    failure: 'item 1: the game pattern has a character no game id has',
  });
});

test('agents@games is for those agents in those games, and for agents whose ids have the @, as before', () => {
  const list = tokens('t=red-*@cup-*', 'mail=bot@lab');
  expect(list.accepts('t', 'red-1', 'cup-1')).toBe(true);
  expect(list.accepts('t', 'red-1', 'league')).toBe(false);
  expect(list.accepts('t', 'blue', 'cup-1')).toBe(false);
  expect(list.rights('t', 'cup-1')).toEqual(['play']);
  expect(list.accepts('mail', 'bot@lab', 'any')).toBe(true);
});

test('a token for one agent or one that manages enters a held seat, one for several agents does not', () => {
  const read = readTokenList([
    'a=*/*/play',
    'b=red/*/play',
    'c=*/*/play+manage',
    'd=*/*',
    'e=r*@g',
    'f=red@g',
  ]);
  if (!read.ok) throw new Error(read.failure);
  const enters = (token: string) => read.value.actsFor(hashToken(token), 'red', 'g');
  expect(['a', 'b', 'c', 'd', 'e', 'f'].filter(enters)).toEqual(['b', 'c', 'd', 'f']);
  expect(read.value.actsFor(hashToken('b'), 'blue', 'g')).toBe(false);
  expect(read.value.summary).toContain('1 without named rights');
});

test('tokens that the gateway has made change nothing of what the others open', () => {
  const read = readTokenList(['only'], ['made=red/g/play']);
  expect(read.ok && read.value.isSingle).toBe(true);
});

test('a token opens one seat when it names one agent and one game to play, and nothing else', () => {
  const items = [
    'a=ann/cup/play',
    'b=ann/cup/play+manage',
    'c=*/cup/play',
    'd=ann/*/play',
    'e=ann/cup/watch',
  ];
  const read = readTokenList([...items, 'f=ann/cup/play', 'f=bob/cup/play', 'g=ann@cup', 'h']);
  if (!read.ok) throw new Error(read.failure);
  const opened = [...'abcdefgh'].map((token) => read.value.seatOf(hashToken(token)));
  const seat = { agentId: 'ann', gameId: 'cup' };
  expect(opened.slice(0, 2)).toEqual([seat, seat]);
  expect(opened.slice(2).filter((one) => one !== undefined)).toEqual([]);
});
