import { hostname } from 'node:os';
import { expect, test } from 'vitest';
import { isHostAllowed } from '#shared/core/hosts.js';
import { hostRulesOf } from '../../../gateway/transport/transport.js';

const onLoopback = { listensOn: '127.0.0.1', allowed: ['Arena.example'] };
const beyond = { listensOn: '0.0.0.0', allowed: ['arena.example'] };

test.each([
  ['127.0.0.1:8003', true, true],
  ['localhost', true, true],
  ['LOCALHOST:8003', true, true],
  ['[::1]:8003', true, true],
  ['127.8.8.8', true, true],
  ['arena.example', true, true],
  ['arena.example.:443', true, true],
  [undefined, true, true],
  ['192.0.2.7:8003', false, true],
  ['[2001:db8::7]:8003', false, true],
  ['0.0.0.0:8003', false, true],
  [hostname(), false, true],
  ['evil.example', false, false],
  ['evil.example:8003', false, false],
  ['arena.example.evil.example', false, false],
  ['127.0.0.1.evil.example', false, false],
  ['localhost.evil.example', false, false],
  ['xarena.example', false, false],
  ['[::1', false, false],
  ['127.0.0.1@evil.example', false, false],
])('the host %s is answered on loopback: %s, beyond: %s', (host, here, there) => {
  expect(isHostAllowed(host, onLoopback)).toBe(here);
  expect(isHostAllowed(host, beyond)).toBe(there);
});

test('a gateway is called as its pages are, and by any name when that is asked for', () => {
  const config = {
    GATEWAY_HOST: '127.0.0.1',
    ALLOWED_HOSTS: [],
    ALLOWED_ORIGINS: ['https://arena.example', 'null'],
  };
  const rules = hostRulesOf(config);
  expect(isHostAllowed('arena.example', rules)).toBe(true);
  expect(isHostAllowed('null', rules)).toBe(false);
  expect(isHostAllowed('any.example', hostRulesOf({ ...config, ALLOWED_HOSTS: ['*'] }))).toBe(true);
});
