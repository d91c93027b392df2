import { expect, test } from 'vitest';
import { chooseTransport, loadUws } from '../../../features/uws/choose-transport.js';

const loadMissing = () => loadUws(['no-such-package', 'nor-this-one']);

test('auto takes uWebSockets.js where it is installed', () => {
  const auto = chooseTransport('auto');
  expect(auto.ok && auto.value.name).toBe(loadUws().ok ? 'uws' : 'ws');
});

test('without uWebSockets.js auto takes ws, and uws names the command that installs it', () => {
  expect(chooseTransport('auto', loadMissing)).toMatchObject({ ok: true, value: { name: 'ws' } });
  expect(chooseTransport('uws', loadMissing)).toEqual({
    ok: false,
    failure: expect.stringMatching(
      /^TRANSPORT: .*no-such-package.*: npm install --no-save @uwsjs\/[\w-]+@[\d.]+, or set TRANSPORT=ws$/,
    ),
  });
});

test('ws needs nothing else', () => {
  expect(chooseTransport('ws', loadMissing)).toMatchObject({ ok: true, value: { name: 'ws' } });
});
