import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { readTokenList } from '../../../gateway/auth/token-list.js';
import { hashToken, RIGHTS } from '../../../gateway/auth/token-rule.js';
import { readConfig } from '../../../shared/core/config.js';
import { readableLine } from '../../../tools/services/readable-logs.mjs';
import { welcome } from '../../../tools/services/serve.mjs';
import { endSentence, patienceMs } from '../../../tools/services/service.mjs';
import { withDefaults } from '../../../tools/services/settings.mjs';
import { run } from '../../../tools/steps/run.mjs';
import { readText } from '../architecture/source-files.js';

const made = { play: 'for-agents', watch: 'for-the-page', manage: 'for-the-operator' };

test('secrets that are not set are made, differently each time', () => {
  const first = withDefaults({});
  const second = withDefaults({ LLM_API_TOKENS: '', PROXY_SECRET: '' });
  expect(new Set(Object.values({ ...first.tokens })).size).toBe(3);
  for (const token of Object.values({ ...first.tokens })) expect(token).toMatch(/^[0-9a-f]{48}$/);
  expect(second.tokens?.play).not.toBe(first.tokens?.play);
  expect(second.environment.PROXY_SECRET).not.toBe(first.environment.PROXY_SECRET);
  expect(readConfig(first.environment).ok).toBe(true);
});

test('npm start makes three tokens: one plays, one watches and one may do all', () => {
  const { tokens, environment } = withDefaults({});
  const list = readTokenList((environment.LLM_API_TOKENS ?? '').split(','));
  if (!list.ok || tokens === undefined) throw new Error('no tokens');
  const rights = (token: string) => RIGHTS.filter((right) => list.value.grants(hashToken(token), right, 'g'));
  expect(rights(tokens.play)).toEqual(['play']);
  expect(rights(tokens.watch)).toEqual(['watch']);
  expect(rights(tokens.manage)).toEqual(['play', 'watch', 'manage']);
  expect(list.value.actsFor(hashToken(tokens.play), 'a', 'g')).toBe(false);
  expect(list.value.actsFor(hashToken(tokens.manage), 'a', 'g')).toBe(true);
});

test('games are shown as a whole where npm start makes the tokens and listens on this machine', () => {
  expect(withDefaults({}).environment.SPECTATORS).toBe('public');
  expect(withDefaults({ GATEWAY_HOST: '127.0.0.1' }).environment.SPECTATORS).toBe('public');
  expect(withDefaults({ GATEWAY_HOST: '0.0.0.0' }).environment.SPECTATORS).toBe('auto');
  expect(withDefaults({ SPECTATORS: 'token' }).environment.SPECTATORS).toBe('token');
  expect(withDefaults({ LLM_API_TOKENS: 'mine' }).environment).not.toHaveProperty('SPECTATORS');
});

test('secrets that are set are kept and never printed', () => {
  const { tokens, environment } = withDefaults({
    LLM_API_TOKENS: 'a token of mine',
    PROXY_SECRET: 'a secret of mine',
  });
  expect(tokens).toBeUndefined();
  expect(environment).toMatchObject({ LLM_API_TOKENS: 'a token of mine', PROXY_SECRET: 'a secret of mine' });
  expect(welcome({ host: '0.0.0.0', port: 8003 }, tokens)).not.toContain(' of mine');
});

test('no token is made beside a file of tokens', () => {
  expect(withDefaults({ LLM_API_TOKENS_FILE: 'tokens' }).tokens).toBeUndefined();
});

test('the welcome gives the page its watch key in the fragment, and says what each token may', () => {
  const gateway = { host: '127.0.0.1', port: 9 };
  const printed = welcome(gateway, made, true);
  expect(printed).toMatch(/Watch +http:\/\/127\.0\.0\.1:9\/#key=for-the-page\n/);
  expect(printed).toMatch(/Play token +for-agents\n +for agents: takes seats/);
  expect(printed).toMatch(/Manage token +for-the-operator\n +for you alone: /);
  expect(printed).toContain('LLM_API_TOKEN=for-agents node');
  expect(welcome(gateway, undefined, true)).not.toContain('Token to watch');
  expect(welcome(gateway, undefined, false)).toContain('with the right watch');
});

test('npm start allows no resume by address', () => {
  expect(withDefaults({}).environment).not.toHaveProperty('RESUME_BY_ADDRESS');
  expect(withDefaults({ RESUME_BY_ADDRESS: 'true' }).environment).toMatchObject({
    RESUME_BY_ADDRESS: 'true',
  });
});

test('the welcome names addresses that can be opened', () => {
  expect(welcome({ host: '0.0.0.0', port: 9 }, made)).toContain('ws://127.0.0.1:9/ws/agent/my-agent');
  expect(welcome({ host: '0.0.0.0', port: 9, playPort: 5556 }, made)).toMatch(/People +127\.0\.0\.1:5556,/);
  expect(welcome({ host: '0.0.0.0', port: 9, playPort: 0 }, made)).not.toContain('People');
  expect(welcome({ host: '::', port: 9 }, made)).toContain('ws://[::1]:9/ws/agent/my-agent');
  expect(welcome({ host: '127.0.0.1', port: 9 }, undefined)).toMatch(/Watch +http:\/\/127\.0\.0\.1:9\/\n/);
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
  const [, exits] = /EXIT_TIMEOUT_MS = ([\d_]+);/.exec(readText(`services/${name}/main.ts`)) ?? [];
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
