import { agentSocket, http, link, type Probe, proxyHttp, spectator } from './probes.js';

const game = '/api/games/{game_id}';
const steering = ['start', 'pause', 'resume', 'save'].map((what): readonly [string, Probe] => [
  `POST ${game}/${what}`,
  http('POST', `${game}/${what}`),
]);

/** How each row of the threat model is tried. What ends a game is tried on one of the caller's own. */
export const probes: Readonly<Record<string, Probe>> = {
  'GET / and its files': http('GET', '/'),
  'GET /docs': http('GET', '/docs'),
  'GET /docs/style.css': http('GET', '/docs/style.css'),
  'GET /docs/asyncapi.json': http('GET', '/docs/asyncapi.json'),
  'GET /docs/openapi.json': http('GET', '/docs/openapi.json'),
  'GET /docs/openapi-proxy.json': http('GET', '/docs/openapi-proxy.json'),
  'GET /health': http('GET', '/health'),
  'GET /health/live': http('GET', '/health/live'),
  'GET /api/metrics': http('GET', '/api/metrics'),
  'GET /api/tools': http('GET', '/api/tools?format=openai'),
  'GET /api/games': http('GET', '/api/games'),
  [`GET ${game}`]: http('GET', game),
  [`GET ${game}/saves`]: http('GET', `${game}/saves`),
  [`GET ${game}/score`]: http('GET', `${game}/score`),
  [`GET ${game}/map.svg`]: http('GET', `${game}/map.svg`),
  [`GET ${game}/map.png`]: http('GET', `${game}/map.png`),
  [`GET ${game}/map.png?agent_id=red`]: http('GET', `${game}/map.png?agent_id=red`),
  [`GET ${game}/recording.fcr`]: http('GET', `${game}/recording.fcr`),
  [`GET ${game}/recording.fcr?view=red`]: http('GET', `${game}/recording.fcr?view=red`),
  'POST /api/games': http('POST', '/api/games', { game_id: 'arena-of-{caller}', players: 2 }),
  ...Object.fromEntries(steering),
  [`POST ${game}/fork`]: http('POST', `${game}/fork`, { turn: 1, game_id: 'arena-fork-{caller}' }),
  [`POST ${game}/end`]: http('POST', '/api/games/arena-of-{caller}/end'),
  [`DELETE ${game}`]: http('DELETE', '/api/games/arena-of-{caller}'),
  'GET /api/game/{game_id}/info': http('GET', '/api/game/{game_id}/info'),
  'GET /api/game/{game_id}/state as red': http('GET', '/api/game/{game_id}/state?agent_id=red'),
  'POST /api/game/{game_id}/action as red': http('POST', '/api/game/{game_id}/action', {
    agent_id: 'red',
    action: { type: 'end_turn' },
  }),
  'GET /api/admin/sessions': http('GET', '/api/admin/sessions'),
  'POST /api/admin/tokens/reload': http('POST', '/api/admin/tokens/reload'),
  '/ws/agent/red: a request before llm_connect': agentSocket('state_query'),
  '/ws/agent/red: llm_connect': agentSocket('llm_connect'),
  '/ws/spectator/{game_id}': spectator(''),
  '/ws/spectator/{game_id}?view=red': spectator('?view=red'),
  '/ws/spectator/{game_id}?view=player:N': spectator('?view=player:{player}'),
  '/ws/spectator/{game_id}?turn=1': spectator('?turn=1'),
  '/ws/spectator/{game_id}: an action': spectator('', { type: 'action', data: { action_type: 'end_turn' } }),
  'proxy: GET /health': proxyHttp('/health'),
  'proxy: GET /health/live': proxyHttp('/health/live'),
  'proxy: GET /metrics': proxyHttp('/metrics'),
  'proxy: /llmsocket/8002': link,
};
