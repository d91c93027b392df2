import { describe, expect, test } from 'vitest';
import { type ConnectionProgress, StallDetector } from '../../../proxy/freeciv/stall-detector.js';

const limits = { joinMs: 5_000, answerMs: 10_000, frameMs: 3_000 };
const working: ConnectionProgress = {
  hasJoined: true,
  answered: 0,
  waiting: 0,
  frames: 0,
  isFrameBegun: false,
};

/** What is found of `looks` samples, each after what `progress` changes. */
function found(
  looks: number,
  progress: (look: number) => Partial<ConnectionProgress>,
): (string | undefined)[] {
  const detector = new StallDetector(limits);
  return Array.from({ length: looks }, (_, look) => detector.sample({ ...working, ...progress(look) }));
}

describe('a game server that stalls', () => {
  test('the join ends after its time, however many packets come', () => {
    const joining = found(6, (look) => ({ hasJoined: false, waiting: 1, answered: look, frames: look }));
    expect(joining.slice(0, 5)).toEqual(Array(5).fill(undefined));
    expect(joining[5]).toBe('the game server let nobody in within 5 seconds');
  });

  test('a request that is never answered ends the connection, also while packets come', () => {
    const silent = found(11, (look) => ({ waiting: 1, frames: look }));
    expect(silent.slice(0, 10)).toEqual(Array(10).fill(undefined));
    expect(silent[10]).toBe('the game server answered no request within 10 seconds');
  });

  test('as long as requests are answered one after the other, others may wait', () => {
    expect(found(40, (look) => ({ waiting: 3, answered: Math.floor(look / 9) }))).toEqual(
      Array(40).fill(undefined),
    );
  });

  test('a frame that comes byte by byte ends the connection', () => {
    const dripping = found(5, () => ({ isFrameBegun: true, frames: 7 }));
    expect(dripping.filter((stall) => stall !== undefined)).toEqual([
      'the game server ended no packet within 3 seconds',
    ]);
  });

  test('frames that are cut by chunks, one after the other, are no stall', () => {
    expect(found(40, (look) => ({ isFrameBegun: true, frames: Math.floor(look / 2) }))).toEqual(
      Array(40).fill(undefined),
    );
  });

  test('a server that nobody asked for anything may be silent', () => {
    expect(found(400, () => ({}))).toEqual(Array(400).fill(undefined));
  });
});
