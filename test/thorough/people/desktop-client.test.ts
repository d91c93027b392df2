import { execFile } from 'node:child_process';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { gameInfoSchema } from '#shared/protocol/game-summary.js';
import type { AgentConnection } from '../../../agent/agent-connection.js';
import { gameFolder } from '../../../proxy/games/disk/game-folder.js';
import { ensureDesktopClient } from '../../../tools/steps/desktop-client.mjs';
import { DesktopClient } from '../../support/desktop-client.js';
import { freePort } from '../../support/free-port.js';
import { repository } from '../../support/npm-start.js';
import { invite } from '../../support/person-client.js';
import { SplitStack } from '../../support/services/split-stack.js';
import { verifyFolder } from '../../support/verify-folder.js';

const run = promisify(execFile);
const GAME = 'evening';
const LAST_TURN = 4;
/** In the form of xwd. */
const FAILURE = join(repository, 'build/desktop-client.xwd');

/** The series of an installed client, such as 3.0. */
async function seriesOf(program: string): Promise<string> {
  const { stdout, stderr } = await run(program, ['--version']);
  const series = /(\d+\.\d+)\.\d+/.exec(stdout + stderr)?.[1];
  if (series === undefined) throw new Error(`${program} does not say its version: ${stdout}${stderr}`);
  return series;
}

/** Waits for a busy machine, too; what the client shows at last is kept where it was in vain. */
async function until(client: DesktopClient, isDone: () => Promise<boolean>, interval = 100): Promise<void> {
  try {
    await expect.poll(isDone, { interval, timeout: 60_000 }).toBe(true);
  } catch (error) {
    await client.savePicture(FAILURE);
    throw error;
  }
}

/** Presses keys again and again, as the client drops keys while it draws. */
async function pressUntil(
  client: DesktopClient,
  keys: readonly string[],
  isDone: () => Promise<boolean>,
): Promise<void> {
  const press = async () => {
    for (const key of keys) await client.press(key);
    return isDone();
  };
  await until(client, press, 1000);
}

/** Agents end the running turn again and again: an answer may be lost with the proxy. */
async function endTurns(agents: readonly AgentConnection[], signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    await Promise.all(agents.map((agent) => agent.act('end_turn').catch(() => undefined)));
    await setTimeout(300);
  }
}

test('the stock desktop client joins, founds a city and ends turns, also after the proxy was killed', {
  timeout: 240_000,
}, async () => {
  const program = await ensureDesktopClient();
  const folder = await mkdtemp(join(tmpdir(), 'freeciv-desktop-'));
  await using stack = await SplitStack.start({ environment: { PLAY_PORT: String(await freePort()) } });
  const httpUrl = `http://127.0.0.1:${stack.gateway.port}`;
  const options = {
    players: 4,
    min_agents: 3,
    end_turn: LAST_TURN,
    start_units: 'c',
    seeds: { game: 7, map: 7 },
  };
  const agents: AgentConnection[] = [];
  for (const id of ['ann', 'ben']) {
    const agent = await stack.agent(id);
    const game_config = { ...options, server: await seriesOf(program) };
    await agent.connect({ api_token: stack.token, game_id: GAME, game_config });
    agents.push(agent);
  }
  const info = async () =>
    gameInfoSchema.parse(await (await stack.request('GET', `/api/games/${GAME}`)).json());
  const isIn = async () => (await info()).seats.some(({ played_by: who }) => who === 'person');
  const turn = async () => (await info()).turn;
  const over = new AbortController();
  const playing = endTurns(agents, over.signal);
  const invitation = await invite({ httpUrl, token: stack.token }, GAME, 'person-1');
  {
    await using client = await DesktopClient.start(program, invitation.port);
    await client.join(invitation.token);
    await until(client, isIn);
    await expect.poll(turn).toBe(1);
    // Whoever has the token may look at the seat, too.
    const watcher = await stack.agent('person-1');
    await watcher.connect({ api_token: stack.token, game_id: GAME, create: false });
    await pressUntil(client, ['b', 'Return'], async () => (await watcher.state()).cities.length === 1);
    // A key pressed again may end a second turn, where the first one took long.
    await pressUntil(client, ['shift+Return'], async () => ((await turn()) ?? 0) >= 2);
    await stack.killProxy();
  }
  await stack.startProxy();
  {
    await using client = await DesktopClient.start(program, invitation.port);
    await client.join(invitation.token);
    await until(client, isIn);
    const isEnded = async () => /ended|archived/.test((await info()).state);
    await pressUntil(client, ['shift+Return'], isEnded);
  }
  over.abort();
  await playing;
  await expect.poll(async () => (await info()).state).toBe('archived');
  const archive = join(folder, GAME);
  await cp(gameFolder(stack.dataDir, GAME).path, archive, { recursive: true });
  const { printed } = await verifyFolder(archive);
  expect(printed).toContain(`all ${LAST_TURN + 1} turns are the same`);
  await rm(folder, { recursive: true, force: true });
});
