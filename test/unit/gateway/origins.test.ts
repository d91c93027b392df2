import { expect, test } from 'vitest';
import { allowedOrigins, isOriginAllowed } from '../../../gateway/limits/origins.js';

const allowed = allowedOrigins(['https://arena.example', 'http://lab.example:8080'], 8003);

test.each([
  undefined,
  'https://arena.example',
  'http://lab.example:8080',
  'http://localhost:8003',
  'http://127.0.0.1:8003',
  'http://[::1]:8003',
])('the origin %s may connect', (origin) => {
  expect(isOriginAllowed(origin, allowed)).toBe(true);
});

test.each([
  '',
  'null',
  '*',
  'https://arena.example/',
  'https://arena.example:443',
  'http://arena.example',
  'https://ARENA.example',
  'https://arena.example.evil.example',
  'https://evil.example/https://arena.example',
  'https://evil.example#https://arena.example',
  'https://arena.example@evil.example',
  'https://xarena.example',
  'https://sub.arena.example',
  'https://arena.example.',
  ' https://arena.example',
  'https://arena.example ',
  'https://arena.example, https://evil.example',
  'https://arena.example\u0000',
  'https:\\\\arena.example',
  'https:arena.example',
  '//arena.example',
  'arena.example',
  'wss://arena.example',
  'file://',
  'chrome-extension://arena.example',
  'http://lab.example',
  'http://lab.example:8081',
  'http://lab.example:80808',
  'http://localhost',
  'http://localhost:8002',
  'https://localhost:8003',
  'http://localhost.:8003',
  'http://localhost:8003.evil.example',
  'http://127.0.0.1',
  'http://127.0.0.1:8003/',
  'http://127.1:8003',
  'http://0.0.0.0:8003',
  'http://[::]:8003',
  'http://[0:0:0:0:0:0:0:1]:8003',
  'http://2130706433:8003',
])('the origin %j may not', (origin) => {
  expect(isOriginAllowed(origin, allowed)).toBe(false);
});
