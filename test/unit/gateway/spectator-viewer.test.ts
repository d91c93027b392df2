import { expect, test } from 'vitest';
import { SpectatorMessage } from '../../../features/spectators/spectator-message.js';
import { UpdateRing } from '../../../features/spectators/update-ring.js';
import { Viewer } from '../../../features/spectators/viewer.js';

/** A peer that takes what it is sent only when told so, and a clock that stands still. */
function scene() {
  const time = { now: 0 };
  const peer = { bufferedBytes: 0, sent: [] as string[], closed: 0 };
  const connection = {
    get bufferedBytes() {
      return peer.bufferedBytes;
    },
    send: ({ bytes }: SpectatorMessage) => void peer.sent.push(bytes.toString()),
    ping: () => {},
    close: (code: number) => {
      peer.closed = code;
    },
  };
  const clock = { now: () => time.now, monotonic: () => time.now, after: () => () => {} };
  const ring = new UpdateRing();
  ring.setSnapshot('s', 10, new SpectatorMessage('snapshot-10'));
  return { time, peer, ring, viewer: new Viewer(connection, clock, undefined) };
}

test('a viewer gets the snapshot once and then each update once', () => {
  const { peer, ring, viewer } = scene();
  viewer.catchUp(ring);
  ring.add('s', 10, 11, new SpectatorMessage('update-11'));
  viewer.catchUp(ring);
  viewer.catchUp(ring);
  expect(peer.sent).toEqual(['snapshot-10', 'update-11']);
});

test('who comes later gets the snapshot and the updates since', () => {
  const { peer, ring, viewer } = scene();
  ring.add('s', 10, 12, new SpectatorMessage('update-12'));
  viewer.catchUp(ring);
  expect(peer.sent).toEqual(['snapshot-10', 'update-12']);
});

test('an update that does not follow is not taken', () => {
  const { ring } = scene();
  expect(ring.add('s', 11, 12, new SpectatorMessage('gap'))).toBe(false);
  expect(ring.add('other', 10, 12, new SpectatorMessage('another stream'))).toBe(false);
  expect(ring.version).toBe(10);
});

test('a slow viewer gets nothing until it has caught up, then a fresh snapshot instead of all it missed', () => {
  const { peer, ring, viewer } = scene();
  viewer.catchUp(ring);
  peer.bufferedBytes = 2 << 20;
  for (let version = 11; version < 200; version += 1) {
    ring.add('s', version - 1, version, new SpectatorMessage('x'.repeat(1000)));
    viewer.catchUp(ring);
  }
  expect(peer.sent).toEqual(['snapshot-10']);
  ring.setSnapshot('s', 199, new SpectatorMessage('snapshot-199'));
  peer.bufferedBytes = 0;
  viewer.checkProgress(ring);
  expect(peer.sent).toEqual(['snapshot-10', 'snapshot-199']);
  expect(peer.closed).toBe(0);
});

test('a viewer that stays slow is closed with 4008', () => {
  const { time, peer, ring, viewer } = scene();
  viewer.catchUp(ring);
  peer.bufferedBytes = 2 << 20;
  ring.add('s', 10, 11, new SpectatorMessage('update-11'));
  viewer.checkProgress(ring);
  expect(peer.closed).toBe(0);
  time.now = 9_000;
  viewer.checkProgress(ring);
  expect(peer.closed).toBe(4008);
});
