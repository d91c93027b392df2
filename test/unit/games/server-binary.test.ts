import { expect, test } from 'vitest';
import { binaryCandidates, findServerBinary } from '../../../proxy/games/server/server-binary.js';

test('a configured path is the only one looked at', () => {
  expect(binaryCandidates('/opt/freeciv-server', '/bin')).toEqual(['/opt/freeciv-server']);
});

test('the games folders are looked at before PATH', () => {
  expect(binaryCandidates(undefined, '/bin::/opt/bin')).toEqual([
    '/usr/games/freeciv-server',
    '/usr/local/games/freeciv-server',
    '/bin/freeciv-server',
    '/opt/bin/freeciv-server',
  ]);
});

test('a server that is not there is E142 with what to do', async () => {
  const found = await findServerBinary('/nowhere/freeciv-server');
  expect(found).toMatchObject({
    ok: false,
    failure: { code: 'E142', message: expect.stringContaining('FREECIV_SERVER') },
  });
});
