import { expect, test } from 'vitest';
import { closeCodes, closeMeanings, mayReconnect } from '#shared/protocol/close-codes.js';
import { sourceFiles } from '../architecture/source-files.js';

/** What the library `ws` sends by itself; promise 9 shows it frame by frame. */
const sentByLibrary = ['protocolError', 'badUtf8'];

test('each documented close code is sent, and each that is sent is documented', () => {
  const used = sourceFiles(['gateway', 'features', 'services']).flatMap(({ text }) =>
    [...text.matchAll(/closeCodes\.(\w+)/g)].map(([, name = '']) => name),
  );
  const sent = new Set([...used, ...sentByLibrary]);
  expect([...sent].toSorted()).toEqual(Object.keys(closeCodes).toSorted());
  expect(Object.keys(closeMeanings)).toEqual(Object.keys(closeCodes));
});

test('no socket of an agent or a spectator is closed with a code that is not in the table', () => {
  // The link is the gateway's own client of the proxy.
  const files = sourceFiles(['gateway', 'features', 'services']).filter(
    ({ path }) => !path.startsWith('gateway/link/'),
  );
  const numbers = files.flatMap(({ path, text }) =>
    [...text.matchAll(/\.(?:close|closeAll)\((\d+)/g)].map(([call]) => `${path}: ${call}`),
  );
  expect(numbers).toEqual([]);
});

test('a client may come back by itself after a restart and after 4000-4499', () => {
  const back = Object.entries(closeCodes).filter(([, code]) => mayReconnect(code));
  expect(back.map(([name]) => name)).toEqual(['restart', 'replaced', 'slow', 'heartbeatLost']);
});
