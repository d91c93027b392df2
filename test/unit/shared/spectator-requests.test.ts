import { expect, test } from 'vitest';
import {
  recordingBytesSchema,
  recordingPartSchema,
  recordingTurnSchema,
  spectateSchema,
  watchedSchema,
} from '#shared/protocol/spectator/requests.js';

const delay = { turns: 0, seconds: 0 };

test.each([
  ['the whole game', { delay }, true],
  ['late', { delay: { turns: 3, seconds: 1.5 } }, true],
  ['as an agent sees it', { view: { agent: 'ann' }, delay }, true],
  ['as a player sees it', { view: { player: 0 }, delay }, true],
  ['as nobody sees it', { view: {}, delay }, false],
  ['as an agent of an impossible name sees it', { view: { agent: '../ann' }, delay }, false],
  ['as a player of a negative number sees it', { view: { player: -1 }, delay }, false],
  ['before it happens, by turns', { delay: { turns: -1, seconds: 0 } }, false],
  ['before it happens, by seconds', { delay: { turns: 0, seconds: -0.5 } }, false],
  ['late by half a turn', { delay: { turns: 0.5, seconds: 0 } }, false],
  ['at no time', {}, false],
  ['with a field that there is not', { delay, speed: 2 }, false],
])('a game can be watched %s', (_how, watched, isPossible) => {
  const isTaken = (schema: { safeParse(data: unknown): { readonly success: boolean } }, data: object) =>
    schema.safeParse(data).success;
  expect(isTaken(watchedSchema, watched)).toBe(isPossible);
  expect(isTaken(spectateSchema, { ...watched, channel: 'c1' })).toBe(isPossible);
  expect(isTaken(recordingTurnSchema, { ...watched, turn: 1 })).toBe(isPossible);
  expect(isTaken(recordingPartSchema, { ...watched, from: 0 })).toBe(isPossible);
  expect(isTaken(spectateSchema, watched)).toBe(false);
  expect(isTaken(recordingTurnSchema, { ...watched, turn: -1 })).toBe(false);
  expect(isTaken(recordingPartSchema, { ...watched, from: -1 })).toBe(false);
});

test('a part of a recording has its bytes and where it ends', () => {
  expect(recordingBytesSchema.safeParse({ bytes: 'AAAA', end: 3 }).success).toBe(true);
  expect(recordingBytesSchema.safeParse({ bytes: 'AAAA', end: -1 }).success).toBe(false);
  expect(recordingBytesSchema.safeParse({ bytes: 'AAAA' }).success).toBe(false);
});
