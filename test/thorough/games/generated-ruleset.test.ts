import { delimiter } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { opensCommitment } from '#shared/core/seed-commitment.js';
import { type GeneratedRuleset, generatedRulesetSchema } from '#shared/protocol/generated-ruleset.js';
import type { AgentConnection } from '../../../agent/agent-connection.js';
import { installedRules } from '../../../features/rulesets/installed-rules.js';
import { ordinaryThings, readRulesetFiles } from '../../../features/rulesets/ordinary-rules.js';
import { findServerBinary, SupportedServers } from '../../../proxy/games/server/server-binary.js';
import { ensureUnpackedServer } from '../../../tools/steps/unpacked-servers.mjs';
import { playTurn } from '../../support/scripted-player.js';
import { seededRandom } from '../../support/seeded-random.js';
import { type Stack, startStack } from '../../support/stack.js';
import { TwoAgents } from '../../support/two-agents.js';

const FORMATS = ['full', 'llm_optimized', 'scene', 'brief', 'digest', 'map', 'cities', 'options'] as const;

/** Names of an extra and of classes of units, which are not renamed. */
const KEPT = ['Railroad', 'Helicopter', 'Trireme'];

let stack: Stack;
let paths = '';

beforeAll(async () => {
  const own = await findServerBinary(process.env.FREECIV_SERVER);
  if (!own.ok) throw new Error(own.failure.message);
  const binaries = [own.value, await ensureUnpackedServer('3.1'), await ensureUnpackedServer('3.2')];
  paths = binaries.join(delimiter);
  stack = await startStack({ FREECIV_SERVER: paths });
}, 600_000);

afterAll(() => stack[Symbol.asyncDispose]());

function begin(server: string, base: string, name: string): Promise<TwoAgents> {
  // AIs of the server may meet each other in another moment of the turn once it is played again.
  const config = { server, ruleset: 'generated', ruleset_base: base, players: 2 };
  return TwoAgents.begin(stack, name, config, [`ann-${name}`, `ben-${name}`]);
}

async function told(gameId: string): Promise<GeneratedRuleset> {
  const headers = { authorization: `Bearer ${stack.token}` };
  const answer = await fetch(`${stack.httpUrl}/api/games/${gameId}/score`, { headers });
  const { generated_ruleset } = (await answer.json()) as { generated_ruleset: unknown };
  return generatedRulesetSchema.parse(generated_ruleset);
}

/** What both know, without the attitudes of AIs, which saves do not hold. */
async function remembered(game: TwoAgents): Promise<unknown> {
  const text = JSON.stringify(await game.positions(), (key, value) =>
    key === 'attitude' ? undefined : value,
  );
  return JSON.parse(text);
}

/** All that an agent can read of the game: its state in each format, and the rules of each thing. */
async function readable(agent: AgentConnection, gameId: string): Promise<string> {
  const states = FORMATS.map((format) =>
    agent.request('state_query', { format, include_legal_actions: true }).catch(() => ({})),
  );
  const { ruleset } = stack.games.get(gameId)?.seats[0]?.world ?? {};
  const { techs, unitTypes, improvements, governments } = ruleset ?? {};
  const things = [techs, unitTypes, improvements, governments].flatMap((table) => [
    ...(table?.values() ?? []),
  ]);
  expect(things.length).toBeGreaterThan(200);
  const rules = things.map(({ name }) => agent.request('rules_query', { name }));
  return JSON.stringify(await Promise.all([...states, ...rules]));
}

async function ordinaryNames(server: string, base: string): Promise<readonly string[]> {
  const found = await new SupportedServers().find(paths, { asked: server });
  const rules = found.ok ? await installedRules(base, found.value, process.env) : found;
  if (!rules.ok) throw new Error(rules.failure.message);
  const things = ordinaryThings(readRulesetFiles(rules.value.texts));
  return things.filter(({ kind }) => kind === 'tech' || kind === 'unit').map(({ name }) => name);
}

test.each([
  ['3.0', 'classic'],
  ['3.0', 'civ2civ3'],
  ['3.1', 'classic'],
  ['3.2', 'classic'],
  ['3.2', 'civ2civ3'],
])(
  'on %s, made from %s, a generated ruleset outlives its server and shows no ordinary name',
  async (server, base) => {
    const game = await begin(server, base, `${base}-${server.replace('.', '-')}`);
    const [agent] = game.agents;
    if (agent === undefined) throw new Error('nobody plays');
    const { sha256, commitment, opened } = await told(game.gameId);
    expect(opened).toBeNull();
    const random = seededRandom(5);
    for (let turn = 1; turn <= 3; turn += 1) {
      for (const one of game.agents) expect((await playTurn(one, random)).broken).toEqual([]);
      await game.nextTurn();
    }
    const before = await remembered(game);
    process.kill(stack.games.get(game.gameId)?.serverPid ?? 0, 'SIGKILL');
    await game.isBack();
    expect(await remembered(game)).toEqual(before);
    expect(await told(game.gameId)).toMatchObject({ sha256, commitment });
    const text = await readable(agent, game.gameId);
    const names = (await ordinaryNames(server, base)).filter((name) => !KEPT.includes(name));
    const leaked = names.filter((name) => new RegExp(`\\b${name.replace(/[.()]/g, '\\$&')}\\b`).test(text));
    expect(names.length).toBeGreaterThan(100);
    expect(leaked).toEqual([]);
    await game.nextTurn();
  },
  180_000,
);

test('the secret seed of a ruleset is told when the game is over, and it is the one that was committed to', async () => {
  const game = await begin('3.0', 'classic', 'opened');
  const { commitment } = await told(game.gameId);
  await stack.games.get(game.gameId)?.control.end();
  const { opened } = await told(game.gameId);
  expect(opened?.salt).toMatch(/^[0-9a-f]{32}$/);
  expect(opensCommitment({ seed: opened?.seed ?? 0, salt: opened?.salt ?? '' }, commitment ?? '')).toBe(true);
}, 60_000);

test('the same seed gives the same ruleset; a base that the server lacks is refused in a sentence', async () => {
  const hashes = [];
  for (const id of ['first', 'second']) {
    const agent = await stack.agent(id);
    const game_config = { ruleset: 'generated', seeds: { ruleset: 9 }, players: 2 };
    const seated = await agent.connect({ api_token: stack.token, game_id: id, game_config });
    hashes.push(seated.generated_ruleset?.sha256);
    expect(seated.generated_ruleset?.commitment).toBeNull();
  }
  expect(hashes[0]).toMatch(/^[0-9a-f]{64}$/);
  expect(hashes[1]).toBe(hashes[0]);
  const missing = await installedRules('chess', { path: '/nowhere/freeciv-server', version: '3.0.6' }, {});
  expect(missing).toMatchObject({
    failure: { code: 'E142', message: expect.stringContaining('FREECIV_DATA_PATH') },
  });
}, 60_000);
