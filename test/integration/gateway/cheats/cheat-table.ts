import { request } from 'node:http';
import { z } from 'zod';
import { mapWindowSchema } from '#shared/protocol/state/map-window.js';
import { Protocol } from '../../../../proxy/freeciv/protocol.js';
import { SeatConnection } from '../../../../proxy/games/seats/seat-connection.js';
import { createWorld } from '../../../../proxy/world/world.js';
import { ask, codeOf, firstWord, GAME, logIn, OWN_TOKEN, type Scene, textOf } from './scene.js';

/** A way to know or do more than one's own seat gives. */
export interface Cheat {
  /** As docs/threat-model.md names it. */
  readonly way: string;
  /** What comes of it. */
  attempt(scene: Scene): Promise<unknown>;
  readonly gain: unknown;
}

const game = `/api/games/${GAME}`;

/** Each gains nothing, and is refused in the words of the contract. */
export const cheats: readonly Cheat[] = [
  row('a picture of the whole map', (scene) => ask(scene, 'GET', `${game}/map.png`), '404'),
  row(
    'a picture of what a rival sees',
    (scene) => ask(scene, 'GET', `${game}/map.png?agent_id=victim`),
    '403',
  ),
  row('scores before the end', (scene) => ask(scene, 'GET', `${game}/score`), '404'),
  row(
    'a fork to look ahead',
    (scene) => ask(scene, 'POST', `${game}/fork`, { turn: 1, game_id: 'ahead' }),
    '403',
  ),
  row('the list of saves', (scene) => ask(scene, 'GET', `${game}/saves`), '403'),
  row('chances to win', (scene) => ask(scene, 'GET', `${game}/chances`), '403'),
  row('the ledger of treaties', (scene) => ask(scene, 'GET', `${game}/diplomacy`), '403'),
  row('the recording of the game', (scene) => ask(scene, 'GET', `${game}/recording.fcr`), '403'),
  row('the recording of a rival', (scene) => ask(scene, 'GET', `${game}/recording.fcr?view=victim`), '403'),
  row('the spectators’ socket', (scene) => firstWord(scene, ''), 'E140'),
  row('the spectators’ socket on a past turn', (scene) => firstWord(scene, '?turn=1'), 'E140'),
  row('the spectators’ socket on a rival’s seat', (scene) => firstWord(scene, '?view=victim'), 'E120'),
  row(
    'the state of a rival over HTTP',
    (scene) => ask(scene, 'GET', `/api/game/${GAME}/state?agent_id=victim`),
    '401',
  ),
  row(
    'an action as a rival over HTTP',
    (scene) =>
      ask(scene, 'POST', `/api/game/${GAME}/action`, { agent_id: 'victim', action: { type: 'end_turn' } }),
    '401',
  ),
  row('a login as a rival', (scene) => logIn(scene, 'victim'), 'E102'),
  row(
    'resuming the session of a rival',
    (scene) => logIn(scene, 'cheater', { session_id: scene.sessionOfVictim }),
    'E124',
  ),
  row(
    'the session id of a rival over HTTP',
    (scene) =>
      ask(
        scene,
        'POST',
        `/api/game/${GAME}/action`,
        { agent_id: 'victim', action: { type: 'end_turn' } },
        {
          'x-session-id': scene.sessionOfVictim,
        },
      ),
    '401',
  ),
  row('a second seat with one token', (scene) => logIn(scene, 'cheater-2'), 'E126'),
  row('a rival’s tools over MCP', (scene) => mcp(scene, 'tools/list'), '401'),
  row('a rival’s resources over MCP', (scene) => mcp(scene, 'resources/list'), '401'),
  row(
    'what a rival’s model says',
    (scene) => ask(scene, 'GET', `/api/conversations?game_id=${GAME}&agent_id=victim`),
    '403',
  ),
  row(
    'speaking to a rival’s model as its operator',
    (scene) =>
      ask(scene, 'POST', '/api/v1/chat', {
        game_id: GAME,
        agent_id: 'victim',
        request_id: 'q-1',
        message: 'Disband',
      }),
    '403',
  ),
  row(
    'giving a rival’s seat to an agent elsewhere',
    (scene) => ask(scene, 'POST', `${game}/seats`, { agent_id: 'victim', url: 'http://127.0.0.1:9/' }),
    '403',
  ),
  row('pausing the game', (scene) => ask(scene, 'POST', `${game}/pause`, {}), '403'),
  row('ending the game while ahead', (scene) => ask(scene, 'POST', `${game}/end`, {}), '403'),
  row('the sessions of others', (scene) => ask(scene, 'GET', '/api/admin/sessions'), '401'),
  row('making a token for more', (scene) => ask(scene, 'POST', '/api/tokens', { agents: 'victim' }), '403'),
  row('metrics that name a game or agent', (scene) => namesIn(scene, '/api/metrics'), []),
  row('health that names a game or agent', (scene) => namesIn(scene, '/health'), []),
  row('documents that name a game or agent', (scene) => namesIn(scene, '/docs'), []),
  row('seeds of the game', async (scene) => JSON.parse(await textOf(scene, game)).config.seeds, {}),
  row('the proxy’s port without its secret', (scene) => proxyUpgrade(scene), 401),
  row('the game server’s port as a rival', (scene) => joinServer(scene, 'victim'), 'E141'),
  row('the game server’s port as a stranger', (scene) => joinServer(scene, 'Hannah'), 'E141'),
  row('the answer to a rival’s correlation id', (scene) => replayed(scene), 'cheater'),
  row('a delta from the version of a rival', (scene) => foreignDelta(scene), []),
  row('map windows of unknown land', (scene) => farWindow(scene), [['?'], [], [], 'unknown']),
  row('orders to a rival’s unit', (scene) => orderToRival(scene), 'E130'),
  row('a server command in chat', (scene) => command(scene, '/set victories spacerace'), 'E130'),
  row('a second line in a name', (scene) => command(scene, 'peace\0\n/quit'), 'E130'),
  row('whether an agent exists, by a wrong token', (scene) => wrongTokens(scene), 1),
];

function row(way: string, attempt: Cheat['attempt'], gain: unknown): Cheat {
  return { way, attempt, gain };
}

function mcp(scene: Scene, method: string): Promise<string> {
  const call = { jsonrpc: '2.0', id: 1, method };
  return ask(scene, 'POST', `/mcp?agent_id=victim&game_id=${GAME}`, call);
}

/** Names of agents and of the game in a text for everybody. */
async function namesIn(scene: Scene, path: string): Promise<readonly string[]> {
  const text = await textOf(scene, path);
  return ['victim', 'cheater', `"${GAME}"`, scene.sessionOfVictim].filter((name) => text.includes(name));
}

/** The HTTP status of a link without the secret. */
function proxyUpgrade({ stack }: Scene): Promise<number> {
  const headers = { connection: 'Upgrade', upgrade: 'websocket', 'sec-websocket-version': '13' };
  const { port } = new URL(stack.proxyHttpUrl);
  return new Promise((resolve, reject) => {
    const sent = request({
      ...{ host: '127.0.0.1', port, path: '/llmsocket/8002' },
      headers: { ...headers, 'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==' },
    });
    sent.on('response', ({ statusCode = 0 }) => resolve(statusCode));
    sent.on('upgrade', (_, socket) => {
      socket.destroy();
      resolve(101);
    });
    sent.on('error', reject).end();
  });
}

/** How the game server answers who joins it with the ordinary protocol; a code, or `granted`. */
async function joinServer({ stack }: Scene, username: string): Promise<string> {
  const protocol = Protocol.load('3.0');
  const port = stack.games.get(GAME)?.serverPort ?? 0;
  const signal = AbortSignal.timeout(30_000);
  const world = createWorld('before_game');
  const joined = await SeatConnection.open({ protocol, port, username, password: undefined, world, signal });
  return joined.ok ? 'granted' : joined.failure.code;
}

/** Whose answer a correlation id gives that a rival has used for a state of its own. */
async function replayed({ victim, cheater }: Scene): Promise<string> {
  const correlationId = 'used-by-the-victim';
  await victim.request('notes', { add: [{ text: 'of the victim' }] });
  await victim.request('notes', {}, { correlationId });
  const answer = await cheater.request('notes', {}, { correlationId });
  return JSON.stringify(answer).includes('of the victim') ? 'victim' : 'cheater';
}

/** Units of the rival in a delta since a version that the cheater never had. */
async function foreignDelta({ stack, cheater }: Scene): Promise<readonly number[]> {
  const world = stack.games.get(GAME)?.seat('victim')?.world;
  const hidden = [...(world?.units.values() ?? [])].map(({ id }) => id);
  const own = stack.games.get(GAME)?.seat('cheater')?.world;
  const seen = new Set([...(own?.units.values() ?? [])].map(({ id }) => id));
  const since_version = world?.version ?? 1;
  const delta = JSON.stringify(
    await cheater.request('state_query', { format: 'delta', since_version: since_version - 1 }),
  );
  return hidden.filter((id) => !seen.has(id) && new RegExp(`"id":${id}\\b`, 'u').test(delta));
}

/** The symbols of a window on the place of a rival, far from all that is known, and what stands there. */
async function farWindow({ stack, cheater }: Scene): Promise<unknown> {
  const world = stack.games.get(GAME)?.seat('victim')?.world;
  const [unit] = [...(world?.units.values() ?? [])];
  const centre = world?.map.position(unit?.tile ?? 0);
  const answer = await cheater.request('state_query', { format: 'map', centre, radius: 1 });
  const { data } = z.object({ data: z.looseObject(mapWindowSchema.shape) }).parse(answer);
  const symbols = new Set(
    data.rows.flatMap((line) => [...(line.split('|')[0] ?? '').replace(/[\d: ]/gu, '')]),
  );
  const one = await cheater.request('state_query', { format: 'map', centre, radius: 0 });
  const { tile } = z.object({ data: z.looseObject(mapWindowSchema.shape) }).parse(one).data;
  return [[...symbols], data.cities, data.units, tile];
}

async function orderToRival({ stack, cheater }: Scene): Promise<string> {
  const world = stack.games.get(GAME)?.seat('victim')?.world;
  const [unit] = [...(world?.units.values() ?? [])].filter(({ owner }) => owner === world?.seat.player);
  return codeOf(cheater.act('unit_disband', { unit_id: unit?.id }));
}

function command({ cheater }: Scene, text: string): Promise<string> {
  return codeOf(cheater.act('diplomacy_message', { target: 'all', text }));
}

/** How many answers wrong tokens get for an agent that there is and one that there is not, in login and over HTTP. */
async function wrongTokens(scene: Scene): Promise<number> {
  const answers = await Promise.all(
    ['victim', 'nobody-like-this'].map(async (agentId) => {
      const agent = await scene.stack.agent(agentId);
      const login = agent.connect({ api_token: `${OWN_TOKEN}-wrong`, game_id: GAME });
      const said = await login.catch((error: Error) => error.message);
      return String(said).replaceAll(agentId, 'AGENT');
    }),
  );
  return new Set(answers).size;
}
