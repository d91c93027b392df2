/**
 * What a request needs. This table is the one source of the access checks, of what the documents say of each route, and of
 * the test that holds docs/threat-model.md.
 */
export const requestRights = {
  'GET /': 'open',
  'GET /docs': 'open',
  'GET /health': 'open',
  'GET /health/live': 'open',
  'GET /api/metrics': 'metrics',
  'GET /.well-known/oauth-protected-resource': 'open',
  'GET /.well-known/oauth-protected-resource/mcp': 'open',
  'GET /api/tools': 'known',
  'GET /api/scenarios': 'read',
  'GET /api/games': 'read',
  'POST /api/games': 'player',
  'GET /api/games/{game_id}': 'read',
  'DELETE /api/games/{game_id}': 'manage',
  'POST /api/games/{game_id}/start': 'manage',
  'POST /api/games/{game_id}/pause': 'manage',
  'POST /api/games/{game_id}/resume': 'manage',
  'POST /api/games/{game_id}/end': 'manage',
  'POST /api/games/{game_id}/save': 'manage',
  'POST /api/games/{game_id}/fork': 'manage',
  'GET /api/games/{game_id}/saves': 'oversee',
  'GET /api/games/{game_id}/score': 'spectate',
  'GET /api/games/{game_id}/diplomacy': 'watch',
  'GET /api/games/{game_id}/chances': 'watch',
  'GET /api/games/{game_id}/seats': 'read',
  'POST /api/games/{game_id}/seats': 'manage',
  'DELETE /api/games/{game_id}/seats/{agent_id}': 'manage',
  'GET /api/games/{game_id}/invitations': 'manage',
  'POST /api/games/{game_id}/invitations': 'manage',
  'DELETE /api/games/{game_id}/invitations/{invitation_id}': 'manage',
  'GET /api/games/{game_id}/map.svg': 'spectate',
  'GET /api/games/{game_id}/map.png': 'spectate',
  'GET /api/games/{game_id}/map.svg?agent_id=': 'own',
  'GET /api/games/{game_id}/map.png?agent_id=': 'own',
  'GET /api/games/{game_id}/recording.fcr': 'watch',
  'GET /api/games/{game_id}/recording.fcr?view=': 'view',
  'GET /api/game/{game_id}/info': 'read',
  'GET /api/game/{game_id}/state': 'play',
  'POST /api/game/{game_id}/action': 'play',
  'GET /api/conversations': 'player',
  'GET /api/conversations?agent_id=': 'owner',
  'GET /api/conversations/{conversation_id}': 'owner',
  'GET /api/agents/{agent_id}/lessons': 'play',
  'PUT /api/agents/{agent_id}/lessons': 'play',
  'POST /api/v1/chat': 'owner',
  'POST /mcp': 'play',
  'GET /mcp': 'play',
  'DELETE /mcp': 'play',
  'POST /api/tokens': 'mint',
  'GET /api/admin/sessions': 'admin',
  'GET /api/admin/overview': 'admin',
  'POST /api/admin/drain': 'admin',
  'GET /api/admin/agents/{agent_id}/data': 'admin',
  'DELETE /api/admin/agents/{agent_id}/data': 'admin',
  'DELETE /api/admin/sessions/{session}': 'admin',
  'DELETE /api/admin/tokens/{token}': 'admin',
  'GET /api/admin/tokens': 'admin',
  'POST /api/admin/tokens/reload': 'admin',
  '/ws/agent/{agent_id}': 'play',
  '/ws/spectator/{game_id}': 'spectate',
  '/ws/spectator/{game_id}?view=': 'view',
  '/ws/spectator/{game_id}?view=player:': 'watch',
} as const satisfies Readonly<Record<string, Need>>;

/** A request with a row in the table: its method and path, with `?field=` where that field makes a difference. */
export type RequestName = keyof typeof requestRights;

/** The relation of a caller to one game and, where the request names one, to one agent. */
export interface CallerRights {
  /** ADMIN_TOKEN. */
  readonly isAdmin: boolean;
  /** Any token in force. */
  readonly isKnown: boolean;
  /** Its token is for the game, with whatever right. */
  readonly covers: boolean;
  /** Everybody may watch the game as a whole (SPECTATORS). */
  readonly isPublic: boolean;
  /** The right `watch`. */
  readonly watches: boolean;
  /** The right `play`, as any agent. */
  readonly plays: boolean;
  /** The right `play`, as the agent that the request names. */
  readonly isAgent: boolean;
  /** The right `manage`. */
  readonly manages: boolean;
}

/** What one kind of request needs. */
interface NeedRule {
  /** For the documents: who may, after the summary of a route. */
  readonly says: string;
  /** For the documents: the tokens that may open it; `open` means that it may need none. */
  readonly tokens: readonly ('open' | 'agent' | 'admin')[];
  allows(caller: CallerRights): boolean;
}

const AGENT = ['agent'] as const;
const TOKEN = ['agent', 'admin'] as const;
const ANYBODY = ['open', 'agent', 'admin'] as const;

/** All kinds of needs, from everybody's to the admin's. */
export const needs = {
  open: { says: '', tokens: ['open'], allows: () => true },
  metrics: {
    says: 'For the admin only if METRICS_NEED_TOKEN is set.',
    tokens: ['open', 'admin'],
    allows: () => true,
  },
  known: { says: 'Needs any token.', tokens: AGENT, allows: (who) => who.isKnown || who.isAdmin },
  read: {
    says: 'For spectators, and tokens for the game.',
    tokens: ANYBODY,
    allows: (who) => who.covers || maySpectate(who),
  },
  spectate: { says: 'For spectators.', tokens: ANYBODY, allows: maySpectate },
  watch: { says: 'Needs the right watch, or the admin token.', tokens: TOKEN, allows: mayWatch },
  view: {
    says: 'The view of a seat needs a token of that agent, the right watch, or the admin token.',
    tokens: TOKEN,
    allows: (who) => who.isAgent || mayWatch(who),
  },
  oversee: {
    says: 'Needs the right watch or manage, or the admin token.',
    tokens: TOKEN,
    allows: (who) => who.manages || mayWatch(who),
  },
  own: {
    says: 'Needs a token of that agent, or the admin token.',
    tokens: TOKEN,
    allows: (who) => who.isAgent || who.isAdmin,
  },
  owner: {
    says: 'Needs a token of that agent, the right manage, or the admin token.',
    tokens: TOKEN,
    allows: (who) => who.isAgent || mayManage(who),
  },
  play: { says: 'Needs a token of that agent.', tokens: AGENT, allows: (who) => who.isAgent },
  player: {
    says: 'Needs the right play or manage, or the admin token.',
    tokens: TOKEN,
    allows: (who) => who.plays || mayManage(who),
  },
  manage: { says: 'Needs the right manage, or the admin token.', tokens: TOKEN, allows: mayManage },
  mint: {
    says: 'Needs the rights play, as these agents, and manage.',
    tokens: AGENT,
    allows: (who) => who.isAgent && who.manages,
  },
  admin: { says: 'Needs the admin token.', tokens: ['admin'], allows: (who) => who.isAdmin },
} as const satisfies Readonly<Record<string, NeedRule>>;

/** A kind of need. */
export type Need = keyof typeof needs;

function mayWatch({ watches, isAdmin }: CallerRights): boolean {
  return watches || isAdmin;
}

function maySpectate(who: CallerRights): boolean {
  return who.isPublic || mayWatch(who);
}

function mayManage({ manages, isAdmin }: CallerRights): boolean {
  return manages || isAdmin;
}

/** Whether a caller with these rights may send such a request. */
export function isAllowed(need: Need, who: CallerRights): boolean {
  return needs[need].allows(who);
}

/** The row of a route, by its method and its path in the form of fastify; undefined where it has none. */
function rightsRow(method: string, path: string): RequestName | undefined {
  const name = `${method.toUpperCase()} ${path.replaceAll(/:(\w+)/g, '{$1}')}`;
  return isRequestName(name) ? name : undefined;
}

/** Whether that is the name of a row. */
export function isRequestName(name: string): name is RequestName {
  return Object.hasOwn(requestRights, name);
}

/** The callers of a route, for the documents: a sentence, and the tokens that the route takes. Undefined for a route without a row. */
export function routeRights(
  method: string,
  path: string,
): { readonly says: string; readonly tokens: readonly ('open' | 'agent' | 'admin')[] } | undefined {
  const row = rightsRow(method, path);
  if (row === undefined) return undefined;
  const variants = Object.entries(requestRights).filter(
    ([name]) => name === row || name.startsWith(`${row}?`),
  );
  const found = [...new Set(variants.map(([, need]) => needs[need]))];
  const says = found.map((need) => need.says).filter((text) => text !== '');
  return { says: says.join(' '), tokens: [...new Set(found.flatMap(({ tokens }) => tokens))] };
}
