import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { readConfig } from '../../../shared/core/config.js';
import { readableLine } from '../../../tools/services/readable-logs.mjs';
import { welcome } from '../../../tools/services/serve.mjs';
import { endSentence, patienceMs } from '../../../tools/services/service.mjs';
import { withDefaults } from '../../../tools/services/settings.mjs';
import { run } from '../../../tools/steps/run.mjs';
import { readText } from '../architecture/source-files.js';

test('secrets that are not set are made, differently each time', () => {
  const first = withDefaults({});
  const second = withDefaults({ LLM_API_TOKENS: '', PROXY_SECRET: '' });
  expect(first.token).toMatch(/^[0-9a-f]{48}$/);
  expect(first.environment.LLM_API_TOKENS).toBe(first.token);
  expect(second.token).not.toBe(first.token);
  expect(second.environment.PROXY_SECRET).not.toBe(first.environment.PROXY_SECRET);
  expect(readConfig(first.environment).ok).toBe(true);
});

test('secrets that are set are kept and never printed', () => {
  const { token, environment } = withDefaults({
    LLM_API_TOKENS: 'a token of mine',
    PROXY_SECRET: 'a secret of mine',
  });
  expect(token).toBeUndefined();
  expect(environment).toMatchObject({ LLM_API_TOKENS: 'a token of mine', PROXY_SECRET: 'a secret of mine' });
  expect(welcome({ host: '0.0.0.0', port: 8003 }, token)).not.toContain(' of mine');
});

test('no token is made beside a file of tokens', () => {
  expect(withDefaults({ LLM_API_TOKENS_FILE: 'tokens' }).token).toBeUndefined();
});

test('the welcome says where to watch, and with what token where one is needed; never in an address', () => {
  const gateway = { host: '127.0.0.1', port: 9 };
  expect(welcome(gateway, 'made', true)).not.toContain('Token to watch');
  expect(welcome(gateway, 'made', false)).toMatch(
    /Watch +http:\/\/127\.0\.0\.1:9\/\n +Token to watch +made\n/,
  );
  expect(welcome(gateway, undefined, false)).toContain('with the right watch');
});

test('npm start allows no resume by address', () => {
  expect(withDefaults({}).environment).not.toHaveProperty('RESUME_BY_ADDRESS');
  expect(withDefaults({ RESUME_BY_ADDRESS: 'true' }).environment).toMatchObject({
    RESUME_BY_ADDRESS: 'true',
  });
});

test('the welcome names addresses that can be opened', () => {
  expect(welcome({ host: '0.0.0.0', port: 9 }, 't')).toContain('ws://127.0.0.1:9/ws/agent/my-agent');
  expect(welcome({ host: '::', port: 9 }, 't')).toContain('ws://[::1]:9/ws/agent/my-agent');
  expect(welcome({ host: '127.0.0.1', port: 9 }, 't')).toMatch(/Watch +http:\/\/127\.0\.0\.1:9\/\n/);
});

test('a log record becomes a line for people, anything else stays as it is', () => {
  const record = {
    level: 'INFO',
    time: '2025-01-02T03:04:05.678Z',
    name: 'proxy',
    pid: 1,
    msg: 'game started',
    turn: 3,
  };
  expect(readableLine(JSON.stringify(record))).toBe('03:04:05 INFO proxy: game started turn=3');
  expect(readableLine('port 8003 is taken')).toBe('port 8003 is taken');
  expect(readableLine('7')).toBe('7');
});

test.each([
  [1, null, 'The proxy ended with code 1.'],
  [null, 'SIGKILL', 'The proxy was ended by SIGKILL.'],
  [null, 'SIGABRT', expect.stringMatching(/SIGABRT.*out of memory.*max-old-space-size.*MAX_GAMES/)],
] as const)('the end of a service by code %s or signal %s says what to do', (code, signal, sentence) => {
  expect(endSentence('proxy', code, signal)).toEqual(sentence);
});

test.each(['gateway', 'proxy'] as const)('a %s has more time to end than it takes at most', (name) => {
  const [, exits] = /EXIT_TIMEOUT_MS = ([\d_]+);/.exec(readText(`${name}/main.ts`)) ?? [];
  expect(patienceMs[name]).toBeGreaterThan(Number(exits?.replaceAll('_', '')));
});

test.each(['serve', 'start'])(
  'tools/%s.mjs --help prints what it does and starts nothing, and takes no other argument',
  async (script) => {
    const path = fileURLToPath(new URL(`../../../tools/${script}.mjs`, import.meta.url));
    const said = async (...args: readonly string[]) => {
      const { code, output } = await run(process.execPath, [path, ...args]);
      return { code, output };
    };
    const help = await said('--help');
    expect(help).toMatchObject({ code: 0, output: expect.stringContaining('docs/configuration.md') });
    expect(help.output).not.toContain('ready');
    expect(await said('--port', '9')).toMatchObject({
      code: 1,
      output: expect.stringMatching(/^[^\n]*was given --port[^\n]*\n?$/),
    });
  },
);
