import { expect, test } from 'vitest';
import { chooseTransport } from '../../../gateway/transport/choose-transport.js';
import { loadUws } from '../../../gateway/transport/uws/load-uws.js';

const loadMissing = () => loadUws(['no-such-package', 'nor-this-one']);

/** Node 20, 22 and 23 by the number of their binaries' interface. */
const isBuiltFor =
  process.platform === 'linux' &&
  process.arch === 'x64' &&
  ['115', '127', '131'].includes(process.versions.modules);

test('where uWebSockets.js has been built for, it is installed and taken', async () => {
  const auto = await chooseTransport('auto');
  expect(auto.ok && auto.value.name).toBe((await loadUws()).ok ? 'uws' : 'ws');
  if (isBuiltFor) expect(await chooseTransport('uws')).toMatchObject({ ok: true, value: { name: 'uws' } });
});

test('without uWebSockets.js auto takes ws, and uws says what to install', async () => {
  expect(await chooseTransport('auto', loadMissing)).toMatchObject({ ok: true, value: { name: 'ws' } });
  expect(await chooseTransport('uws', loadMissing)).toEqual({
    ok: false,
    failure: expect.stringMatching(
      /^TRANSPORT: .*no-such-package.*install uWebSockets.js, or set TRANSPORT=ws$/,
    ),
  });
});

test('ws needs nothing else', async () => {
  expect(await chooseTransport('ws', loadMissing)).toMatchObject({ ok: true, value: { name: 'ws' } });
});
