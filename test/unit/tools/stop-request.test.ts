import { EventEmitter } from 'node:events';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { stopRequest } from '../../../tools/services/stop-request.mjs';

let events: EventEmitter;
let parent: number;
let heard: string[];
let dispose: () => void;

beforeEach(() => {
  vi.useFakeTimers();
  events = new EventEmitter();
  parent = 100;
  heard = [];
});

afterEach(() => {
  dispose();
  vi.useRealTimers();
});

function listen(throughNpm: boolean): void {
  const request = stopRequest({ events, throughNpm, parentId: () => parent });
  request.asked.then(() => heard.push('asked'));
  request.forced.then(() => heard.push('forced'));
  dispose = request.dispose;
}

test.each(['SIGINT', 'SIGTERM', 'SIGHUP'])('%s asks to stop', async (signal) => {
  listen(false);
  events.emit(signal);
  await vi.advanceTimersByTimeAsync(0);
  expect(heard).toEqual(['asked']);
});

test('the same Ctrl-C passed on by npm is not a second one; a later one forces', async () => {
  listen(true);
  events.emit('SIGINT');
  await vi.advanceTimersByTimeAsync(20);
  events.emit('SIGINT');
  await vi.advanceTimersByTimeAsync(2000);
  expect(heard).toEqual(['asked']);
  events.emit('SIGINT');
  await vi.advanceTimersByTimeAsync(0);
  expect(heard).toEqual(['asked', 'forced']);
});

test('the end of npm asks to stop; the end of another parent does not', async () => {
  listen(true);
  parent = 1;
  await vi.advanceTimersByTimeAsync(1000);
  expect(heard).toEqual(['asked']);
  dispose();
  heard = [];
  listen(false);
  parent = 2;
  await vi.advanceTimersByTimeAsync(5000);
  expect(heard).toEqual([]);
});

test('nothing is listened for after it', () => {
  listen(true);
  dispose();
  expect(events.eventNames()).toEqual([]);
});
