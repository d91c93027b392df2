import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, chown, cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { AgentConnection } from '../../../agent/agent-connection.js';
import { freePort } from '../../support/free-port.js';
import { proxySecret, token, unlimited } from '../../support/services/settings.js';
import { readText, root } from '../../unit/architecture/source-files.js';

/** The account of the images, which only root can take on; who is not root has no rights as it is. */
const USER = 10001;
const isRoot = process.getuid?.() === 0;
const asUser = isRoot ? { uid: USER, gid: USER } : {};

/** The environment that the image of a service sets. */
function imageEnvironment(service: string): Readonly<Record<string, string>> {
  const text = readText('deploy/container/Dockerfile');
  const parts = text.split(/^(?=FROM )/m).filter((part) => / AS (?:runtime|\w+)\n/.test(part));
  const used = parts.filter((part) => part.includes(' AS runtime\n') || part.includes(` AS ${service}\n`));
  const words = used.flatMap((part) =>
    [...part.matchAll(/^ENV (.*)$/gm)].flatMap(([, list = '']) => list.split(' ')),
  );
  return Object.fromEntries(words.map((word) => [word.split('=')[0] ?? '', word.split('=')[1] ?? '']));
}

interface Image {
  readonly app: string;
  readonly data: string;
  readonly secrets: string;
}

/** What the images have, in a folder that their user cannot write; data and secrets beside it. */
async function makeImage(): Promise<Image> {
  const folder = await mkdtemp(join(tmpdir(), 'freeciv-image-'));
  await chmod(folder, 0o755);
  const [app, data, secrets] = ['app', 'data', 'secrets'].map((name) => join(folder, name));
  if (app === undefined || data === undefined || secrets === undefined) throw new Error('no folders');
  onTestFinished(() => rm(folder, { recursive: true }));
  for (const path of ['package.json', 'dist', 'deploy/container'])
    await cp(join(root, path), join(app, path), { recursive: true });
  await symlink(join(root, 'node_modules'), join(app, 'node_modules'));
  await promisify(execFile)('chmod', ['-R', 'a-w,a+rX', app]);
  for (const path of [data, secrets]) await mkdir(path);
  await writeFile(join(secrets, 'proxy_secret'), proxySecret);
  await writeFile(join(secrets, 'tokens'), `${token}\n`);
  if (isRoot) for (const path of [data, secrets]) await chown(path, USER, USER);
  return { app, data, secrets };
}

/** Runs the start script as an image does. */
function start(image: Image, service: string, environment: Readonly<Record<string, string>>): ChildProcess {
  const { LOG_LEVEL, TURN_TIME_LIMIT_S } = unlimited;
  const child = spawn('sh', ['deploy/container/start.sh', service], {
    ...asUser,
    cwd: image.app,
    env: {
      ...{ PATH: process.env.PATH, HOME: '/nonexistent', LOG_LEVEL, TURN_TIME_LIMIT_S },
      ...imageEnvironment(service),
      // Loopback instead of every address, and the folder instead of the volume: this is no container.
      ...{ GATEWAY_HOST: '127.0.0.1', PROXY_HOST: '127.0.0.1', DATA_DIR: image.data },
      PROXY_SECRET_FILE: join(image.secrets, 'proxy_secret'),
      LLM_API_TOKENS_FILE: join(image.secrets, 'tokens'),
      ...environment,
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  onTestFinished(async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const end = once(child, 'close');
    child.kill('SIGKILL');
    await end;
  });
  return child;
}

/** The exit code of the health check of an image. */
async function health(
  image: Image,
  service: string,
  ports: Readonly<Record<string, string>>,
): Promise<unknown> {
  const check = spawn(process.execPath, ['deploy/container/health.mjs', service], {
    ...asUser,
    cwd: image.app,
    env: ports,
    stdio: 'ignore',
  });
  const [code] = await once(check, 'close');
  return code;
}

test('the start scripts of the images run a game as a plain user on a folder that cannot be written', async () => {
  const image = await makeImage();
  const ports = { GATEWAY_PORT: String(await freePort()), PROXY_PORT: String(await freePort()) };
  expect(await health(image, 'gateway', ports)).toBe(1);
  const proxy = start(image, 'proxy', ports);
  await expect.poll(() => health(image, 'proxy', ports), { interval: 300 }).toBe(0);
  const gateway = start(image, 'gateway', ports);
  await expect.poll(() => health(image, 'gateway', ports), { interval: 300 }).toBe(0);
  const agent = await AgentConnection.open({
    gateway: `ws://127.0.0.1:${ports.GATEWAY_PORT}`,
    agentId: 'ann',
  });
  await agent.connect({ api_token: token, game_id: 'g', game_config: { players: 2 } });
  const { turn } = await agent.state();
  await agent.act('end_turn');
  expect((await agent.push('turn_start', (data) => data.turn > turn)).turn).toBe(turn + 1);
  await agent.close();
  for (const service of [gateway, proxy]) {
    const end = once(service, 'close');
    service.kill('SIGTERM');
    expect(await end).toEqual([0, null]);
  }
});
