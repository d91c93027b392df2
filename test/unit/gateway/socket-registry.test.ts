import { expect, test } from 'vitest';
import { SocketRegistry } from '../../../gateway/limits/socket-registry.js';

class RecordedSocket {
  readonly closes: number[] = [];
  readonly #isRevoked: boolean;

  constructor(isRevoked = false) {
    this.#isRevoked = isRevoked;
  }

  closeIfRevoked(): void {
    if (this.#isRevoked) this.close(4501);
  }

  close(code: number): void {
    this.closes.push(code);
  }
}

function registry() {
  const seen = { open: 0, limits: [] as string[], isDraining: false };
  const sockets = new SocketRegistry<RecordedSocket>({
    caps: () => ({ total: 3, perAddress: 2 }),
    overTotal: { limit: 'sockets', refusal: { status: 503, message: 'full' } },
    overAddress: { limit: 'sockets_of_address', refusal: { status: 429, message: 'too many' } },
    allowedOrigins: () => new Set(['http://here']),
    isDraining: () => seen.isDraining,
    onCount: (open) => {
      seen.open = open;
    },
    onLimit: (limit) => seen.limits.push(limit),
  });
  return { sockets, seen };
}

const from = (remoteAddress: string, origin?: string) => ({ remoteAddress, origin });

test('a socket over a cap is refused, by address before all are taken, and counted by the limit', () => {
  const { sockets, seen } = registry();
  const first = new RecordedSocket();
  sockets.add(first, '10.0.0.1');
  sockets.add(new RecordedSocket(), '10.0.0.1');
  expect(sockets.refusal(from('10.0.0.1'))).toEqual({ status: 429, message: 'too many' });
  expect(sockets.refusal(from('10.0.0.2'))).toBeUndefined();
  sockets.add(new RecordedSocket(), '10.0.0.2');
  expect(sockets.refusal(from('10.0.0.2'))).toEqual({ status: 503, message: 'full' });
  expect(seen).toMatchObject({ open: 3, limits: ['sockets_of_address', 'sockets'] });
  sockets.remove(first, '10.0.0.1');
  expect(sockets.refusal(from('10.0.0.1'))).toBeUndefined();
});

test('pages of other origins are refused, and everybody while the gateway drains', () => {
  const { sockets, seen } = registry();
  expect(sockets.refusal(from('10.0.0.1', 'http://here'))).toBeUndefined();
  expect(sockets.refusal(from('10.0.0.1', 'http://elsewhere'))?.status).toBe(403);
  seen.isDraining = true;
  expect(sockets.refusal(from('10.0.0.1'))?.status).toBe(503);
  expect(seen.limits).toEqual(['origin']);
});

test('only sockets with revoked tokens are closed by that, and closing all waits for the last', async () => {
  const { sockets } = registry();
  await sockets.closeAll(1012, 'restart');
  const [kept, revoked] = [new RecordedSocket(), new RecordedSocket(true)];
  for (const socket of [kept, revoked]) sockets.add(socket, '10.0.0.1');
  sockets.closeRevoked();
  expect([kept.closes, revoked.closes]).toEqual([[], [4501]]);
  sockets.remove(revoked, '10.0.0.1');
  let isDone = false;
  const closing = sockets.closeAll(1012, 'restart').then(() => {
    isDone = true;
  });
  await Promise.resolve();
  expect({ isDone, closes: kept.closes }).toEqual({ isDone: false, closes: [1012] });
  sockets.remove(kept, '10.0.0.1');
  await closing;
  expect(isDone).toBe(true);
});
