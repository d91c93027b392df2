import { renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { RawAgentSocket } from '../../integration/gateway/support/raw-agent-socket.js';
import { upgradeStatus } from '../../integration/gateway/support/upgrade-status.js';
import { makeDataFolder } from '../../support/services/data-folder.js';
import { startService } from '../../support/services/service-process.js';

const oldSecret = 'the-secret-of-yesterday';
const newSecret = 'the-secret-of-today-42';

/** A gateway and a proxy as processes, each with a settings file of its own. */
async function startWithFiles(first: readonly string[]) {
  const data = await makeDataFolder();
  const logs = { gateway: '', proxy: '' };
  const write = (name: 'gateway' | 'proxy', lines: readonly string[]) => {
    const file = join(data.path, `${name}.env`);
    writeFileSync(`${file}.new`, `# kept in the vault\n${lines.join('\n')}\n`);
    renameSync(`${file}.new`, file);
    return file;
  };
  const start = async (name: 'gateway' | 'proxy', more: Record<string, string>) =>
    startService({
      name,
      environment: {
        ...{ DATA_DIR: data.path, GATEWAY_PORT: '0', PROXY_PORT: '0', LOG_LEVEL: '', LLM_API_TOKENS: '' },
        ...{ PROXY_SECRET: '', ...more, SETTINGS_FILE: write(name, first) },
      },
      onStderr: (bytes) => {
        logs[name] += String(bytes);
      },
    });
  const proxy = await start('proxy', {});
  const gateway = await start('gateway', { PROXY_PORT: String(proxy.port) });
  return {
    ...{ gateway, proxy, logs, write },
    async [Symbol.asyncDispose]() {
      await gateway.stop();
      await proxy.stop();
      await data[Symbol.asyncDispose]();
    },
  };
}

async function statusOf(port: number, path: string, token: string): Promise<number> {
  const response = await fetch(`http://127.0.0.1:${port}${path}`, {
    headers: { authorization: `Bearer ${token}` },
  });
  return response.status;
}

test('secrets, tokens and limits change with the settings file, and a bad file changes nothing', async () => {
  const before = [
    `PROXY_SECRET=${oldSecret}`,
    'LLM_API_TOKENS=first-token',
    'ADMIN_TOKEN=admin-of-yesterday',
  ];
  await using services = await startWithFiles([...before, 'RATE_MESSAGES_PER_MINUTE=1000', 'MAX_GAME=9']);
  const { gateway, logs, write } = services;
  for (const log of [logs.gateway, logs.proxy]) expect(log).toContain('did you mean MAX_GAMES?');
  const agent = await RawAgentSocket.open(gateway.port, 'ann');
  const refused = await agent.logIn({ api_token: 'first-token', game_id: 'none', create: false });
  expect(refused).toMatchObject({ type: 'error' });
  expect(await statusOf(gateway.port, '/api/admin/sessions', 'admin-of-yesterday')).toBe(200);

  // First the proxy takes both secrets, then the gateway shows the new one.
  write('proxy', [
    `PROXY_SECRET=${newSecret}`,
    `PROXY_OLD_SECRET=${oldSecret}`,
    'LOG_LEVEL=debug',
    'MAX_GAMES=3',
  ]);
  await expect.poll(() => logs.proxy).toContain('settings read again');
  const linkWith = (secret: string) =>
    upgradeStatus(services.proxy.port, '/llmsocket/8002', { authorization: `Bearer ${secret}` });
  expect([await linkWith(oldSecret), await linkWith(newSecret)]).toEqual([101, 101]);
  const after = [
    `PROXY_SECRET=${newSecret}`,
    'LLM_API_TOKENS=second-token',
    'ADMIN_TOKEN=admin-of-today-now',
  ];
  write('gateway', [...after, 'RATE_MESSAGES_PER_MINUTE=5', 'LOG_LEVEL=debug', 'HEARTBEAT_S=7']);
  await expect.poll(() => logs.gateway).toContain('settings read again');
  await expect
    .poll(() => logs.gateway)
    .toContain('"settings":["HEARTBEAT_S"],"msg":"these settings have changed and need a restart"');
  expect(await statusOf(gateway.port, '/api/admin/sessions', 'admin-of-yesterday')).toBe(401);
  expect(await statusOf(gateway.port, '/api/admin/sessions', 'admin-of-today-now')).toBe(200);
  expect(await statusOf(gateway.port, '/api/tools', 'first-token')).toBe(401);
  expect(await statusOf(gateway.port, '/api/tools', 'second-token')).toBe(200);
  const proxyHealth = await (await fetch(`http://127.0.0.1:${services.proxy.port}/health`)).json();
  expect(JSON.stringify(proxyHealth)).toContain('"most":3');

  write('gateway', [...after, 'RATE_BURST=none', 'LLM_API_TOKENS=third-token']);
  await expect.poll(() => logs.gateway).toContain('settings could not be read again; the old ones stay');
  expect(logs.gateway).toMatch(/"problems":\["RATE_BURST: [^"]+"\]/);
  expect(await statusOf(gateway.port, '/api/tools', 'third-token')).toBe(401);
  expect(await statusOf(gateway.port, '/api/tools', 'second-token')).toBe(200);
  // The link that is open stays; a gateway with the old secret does not come in any more.
  write('proxy', [`PROXY_SECRET=${newSecret}`]);
  await expect.poll(() => linkWith(oldSecret)).toBe(401);
  expect(await statusOf(gateway.port, '/api/tools', 'second-token')).toBe(200);
  for (const hidden of [oldSecret, newSecret, 'second-token', 'admin-of-today-now'])
    expect(logs.gateway + logs.proxy).not.toContain(hidden);
});
