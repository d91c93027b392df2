import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { type Clock, systemClock } from '#shared/core/clock.js';
import { readConfig } from '#shared/core/config.js';
import { createLogger } from '#shared/core/log.js';
import { proxyOpenApi, type RestDocument } from '../../../features/pages/openapi.js';
import { type RunningGateway, startGateway } from '../../../services/gateway/gateway.js';
import type { Caller, Target } from '../../integration/promises/support/probes.js';
import { probes } from '../../integration/promises/support/threat-probes.js';
import { type ThreatTable, threatTable } from '../../integration/promises/support/threat-table.js';
import { freePort } from '../../support/free-port.js';
import { conversationAppend } from '../../support/model-records.js';
import { promised } from '../../support/promised.js';
import { makeDataFolder } from '../../support/services/data-folder.js';
import { unlimited } from '../../support/services/settings.js';
import { type Stack, startStack } from '../../support/stack.js';
import { TwoAgents } from '../../support/two-agents.js';

const ADMIN = 'an-admin-token-for-tests';
const HOME = 'the-one-token-at-home';
const toldApart = 'of-red=red/*,of-blue=blue/*,of-watchers=*/*/watch,of-managers=*/*/manage';
const tokens: Readonly<Record<string, string | undefined>> = {
  nobody: undefined,
  'wrong token': 'guessed',
  player: 'of-red',
  'other player': 'of-blue',
  watcher: 'of-watchers',
  manager: 'of-managers',
  admin: ADMIN,
  'the token': HOME,
};

let stack: Stack;
let games: Readonly<Record<'arena' | 'closed', number>>;
/** A minute passes from row to row, so that wrong tokens are within their limits again. */
let passed = 0;
const clock: Clock = {
  ...systemClock,
  now: () => systemClock.now() + passed,
  monotonic: () => systemClock.monotonic() + passed,
};

beforeAll(async () => {
  stack = await startStack({ MAX_GAMES: '20' });
  const map = { xsize: 40, ysize: 30 };
  const { agents } = await TwoAgents.begin(stack, 'arena', { map }, ['red', 'blue']);
  await agents[0]?.request('conversation_append', conversationAppend('What nobody else may read'));
  await TwoAgents.begin(stack, 'closed', { map, spectators: false }, ['red']);
  const player = (gameId: string) => stack.games.get(gameId)?.seat('red')?.world.seat.player ?? -1;
  games = { arena: player('arena'), closed: player('closed') };
}, 60_000);

afterAll(() => stack[Symbol.asyncDispose]());

/** A gateway of its own before the same proxy. */
async function openGateway(LLM_API_TOKENS: string): Promise<RunningGateway & AsyncDisposable> {
  const data = await makeDataFolder();
  const port = new URL(stack.proxyHttpUrl).port;
  const remote = { REMOTE_AGENT_HOSTS: '127.0.0.1', REMOTE_AGENT_KEY: 'a-key-for-remote-agents' };
  const PLAY_PORT = String(await freePort());
  const own = {
    PLAY_PORT,
    LLM_API_TOKENS,
    ADMIN_TOKEN: ADMIN,
    DATA_DIR: data.path,
    PROXY_PORT: port,
    ...remote,
  };
  const read = readConfig({ ...unlimited, ...own });
  if (!read.ok) throw new Error(read.failure.join('; '));
  const gateway = await startGateway({ config: read.value, log: createLogger('test', 'error'), clock });
  return {
    ...gateway,
    async [Symbol.asyncDispose]() {
      await gateway.close();
      await data[Symbol.asyncDispose]();
    },
  };
}

/** What each caller of a table really gets, in the table's own shape. */
async function tried(table: ThreatTable, target: Target): Promise<ThreatTable> {
  const rows: [string, Record<string, string>][] = [];
  for (const [row, cells] of Object.entries(table)) {
    const probe = probes[row];
    if (probe === undefined) throw new Error(`nothing tries the row ${row}`);
    const got: Record<string, string> = {};
    for (const name of Object.keys(cells)) {
      if (!(name in tokens)) throw new Error(`there is no caller ${name}`);
      const caller: Caller = { name, token: tokens[name] };
      got[name] = await probe(target, caller);
    }
    rows.push([row, got]);
    passed += 60_000;
  }
  return Object.fromEntries(rows);
}

/** What is recorded of a game comes a moment after its first turn. */
async function whenRecorded(target: Target): Promise<void> {
  for (const row of ['GET /api/games/{game_id}/recording.fcr?view=red', 'GET /api/games/{game_id}/score'])
    await expect.poll(() => probes[row]?.(target, { name: 'admin', token: ADMIN })).toBe('yes');
}

test.each([
  ['Where tokens are told apart', 'arena', toldApart],
  ['A game without spectators', 'closed', toldApart],
  ['One token for everything, on loopback', 'arena', HOME],
] as const)('promise 26: each caller gets what the threat model says: %s', async (heading, gameId, given) => {
  await using gateway = await openGateway(given);
  const proxyPort = Number(new URL(stack.proxyHttpUrl).port);
  const target = {
    gatewayPort: gateway.port,
    proxyPort,
    gameId,
    player: games[gameId],
    run: `${gameId}-${given.length}`,
  };
  await whenRecorded(target);
  const table = threatTable(heading);
  expect(Object.keys(table).length).toBeGreaterThan(8);
  const got = await tried(table, target);
  expect(got).toEqual(table);
  const cells = Object.entries(table).flatMap(([row, wanted]) =>
    Object.entries(wanted).map(([name, cell]) => [cell, got[row]?.[name]]),
  );
  const others = cells.filter(([cell, answer]) => cell !== answer).length;
  const found = { what: 'answers other than the threat model says', value: others };
  promised(
    26,
    found,
    { exactly: 0 },
    { table: heading, rows: Object.keys(table).length, cells: cells.length },
  );
});

test('the threat model has every route and every way it is tried, and no other', async () => {
  await using gateway = await openGateway(HOME);
  const rows = Object.keys(threatTable('Where tokens are told apart'));
  expect(rows.toSorted()).toEqual(Object.keys(probes).toSorted());
  const routes = ({ paths = {} }: RestDocument, where: string) =>
    Object.entries(paths).flatMap(([path, methods = {}]) =>
      Object.keys(methods).map((method) => `${where}${method.toUpperCase()} ${path}`),
    );
  const answer = await fetch(`http://127.0.0.1:${gateway.port}/docs/openapi.json`);
  const rest = z.object({ paths: z.record(z.string(), z.looseObject({})) }).parse(await answer.json());
  const served = [...routes(rest, ''), ...routes(proxyOpenApi(), 'proxy: ')];
  expect(served.length).toBeGreaterThan(20);
  const isInTable = (route: string) => rows.some((row) => row === route || row.startsWith(`${route} `));
  expect(served.filter((route) => !isInTable(route))).toEqual([]);
});
