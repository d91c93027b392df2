import { type ReadResourceResult, ResourceNotFoundError } from '@modelcontextprotocol/server';
import { isJsonObject, type JsonObject } from '#shared/core/json.js';
import { ok, type Result } from '#shared/core/result.js';
import { scenarioListSchema } from '#shared/protocol/scenario.js';
import type { McpTool } from '#shared/protocol/tools.js';
import { APP_URI, readApp } from './map-app.js';
import { readMap } from './map-data.js';
import type { McpSeat } from './mcp-seat.js';

/** What is read of a resource: text, or bytes in base64. */
type Contents = { readonly text: string } | { readonly blob: string };

interface SeatResource {
  readonly uri: string;
  readonly name: string;
  readonly description: string;
  readonly mimeType: string;
  /** Whether it changes with every push; others change when a turn begins. */
  readonly isLive?: boolean;
  /** Whether it never changes while a game is played. */
  readonly isFixed?: boolean;
  read(seat: McpSeat): Promise<Result<Contents>>;
}

const resources: readonly SeatResource[] = [
  {
    uri: 'freeciv://state',
    name: 'state',
    description: 'What a model needs to decide',
    mimeType: 'application/json',
    isLive: true,
    read: (seat) => stateText(seat, { format: 'llm_optimized' }),
  },
  {
    uri: 'freeciv://state/full',
    name: 'full state',
    description: 'Everything the seat knows',
    mimeType: 'application/json',
    isLive: true,
    read: (seat) => stateText(seat, { format: 'full' }),
  },
  {
    uri: 'freeciv://map',
    name: 'map',
    description: 'The land around the first city or unit, a symbol for each tile',
    mimeType: 'text/plain',
    read: (seat) => stateText(seat, { format: 'map', radius: 20, as: 'text' }, 'map'),
  },
  {
    uri: 'freeciv://map.json',
    name: 'map data',
    description: 'The map as the seat knows it, for a page that draws it',
    mimeType: 'application/json',
    async read(seat) {
      const map = await readMap(seat);
      return map.ok ? ok({ text: JSON.stringify(map.value) }) : map;
    },
  },
  {
    uri: 'freeciv://map.png',
    name: 'map picture',
    description: 'The map as the seat knows it',
    mimeType: 'image/png',
    async read(seat) {
      const picture = await seat.mapPicture();
      return picture.ok ? ok({ blob: picture.value }) : picture;
    },
  },
  {
    uri: 'freeciv://score',
    name: 'score',
    description: 'All players that are known, with scores where they are known',
    mimeType: 'application/json',
    read: (seat) => stateText(seat, { format: 'full', sections: ['players'] }),
  },
  {
    uri: 'freeciv://scenario',
    name: 'scenario',
    description: 'The task of the game, and how it stands; null in a game without a scenario',
    mimeType: 'application/json',
    isLive: true,
    read: async (seat) => {
      const state = await stateOf(seat, { format: 'digest' });
      return state.ok ? ok({ text: JSON.stringify(state.value.scenario ?? null) }) : state;
    },
  },
  {
    uri: 'freeciv://scenarios',
    name: 'scenarios',
    description: 'The scenarios that a game can be made for: tasks with a goal, a turn limit and a score',
    mimeType: 'application/json',
    isFixed: true,
    async read(seat) {
      const list = await seat.scenarios();
      return list.ok ? ok({ text: JSON.stringify(list.value) }) : list;
    },
  },
  {
    uri: 'freeciv://transcript',
    name: 'transcript',
    description: 'What the game has told this seat, oldest first',
    mimeType: 'application/json',
    isLive: true,
    read: (seat) => stateText(seat, { format: 'full', sections: ['messages'] }),
  },
  {
    uri: 'freeciv://actions',
    name: 'actions',
    description: 'All actions for the tool do, with their fields',
    mimeType: 'text/plain',
    isFixed: true,
    async read(seat) {
      const tools = await seat.tools('full');
      return tools.ok ? ok({ text: tools.value.map(actionLine).join('\n') }) : tools;
    },
  },
];

/** The parts of URIs before a name. */
const RULES_PREFIX = 'freeciv://rules/';
const SCENARIOS_PREFIX = 'freeciv://scenarios/';

/** The URI of what the rules say of something by its name. */
export const RULES_TEMPLATE = `${RULES_PREFIX}{name}`;

/** The URI of a scenario. */
export const SCENARIOS_TEMPLATE = `${SCENARIOS_PREFIX}{name}`;

/** Resources whose URI has a name in it. */
export const resourceTemplates = [
  {
    uriTemplate: RULES_TEMPLATE,
    name: 'rules',
    description:
      'What the rules of this game say of a unit, building, technology, government, terrain or concept',
    mimeType: 'text/plain',
  },
  {
    uriTemplate: SCENARIOS_TEMPLATE,
    name: 'one scenario',
    description: 'A scenario that games can be made for',
    mimeType: 'application/json',
  },
];

/** All resources, as they are listed. */
export const resourceList = resources.map(({ uri, name, description, mimeType }) => ({
  uri,
  name,
  description,
  mimeType,
}));

/** Reads a resource. Throws -32602 for a URI that does not exist, and an error with the code of the gateway for a failure. */
export async function readResource(seat: McpSeat, uri: string): Promise<ReadResourceResult> {
  if (uri === APP_URI) return readApp();
  const found = resources.find((resource) => resource.uri === uri);
  const named = resourceTemplates.find(({ uriTemplate }) =>
    uri.startsWith(uriTemplate.replace('{name}', '')),
  );
  const { mimeType } = found ?? named ?? { mimeType: 'text/plain' };
  const contents = found === undefined ? await readNamed(seat, uri) : await found.read(seat);
  if (contents.ok) return { contents: [{ uri, mimeType, ...contents.value }] };
  throw new Error(`${contents.failure.code}: ${contents.failure.message}`);
}

/** The URIs whose contents change with a push of this type. */
export function changedResources(pushType: string): readonly string[] {
  const isNewTurn = pushType === 'turn_start' || pushType === 'game_ready';
  const changed = resources.filter(({ isLive, isFixed }) => isLive || (isNewTurn && !isFixed));
  return changed.map(({ uri }) => uri);
}

async function readNamed(seat: McpSeat, uri: string): Promise<Result<Contents>> {
  const nameAfter = (prefix: string) =>
    uri.startsWith(prefix) ? decoded(uri.slice(prefix.length)) || undefined : undefined;
  const rule = nameAfter(RULES_PREFIX);
  if (rule !== undefined) return await readRule(seat, rule);
  const scenario = nameAfter(SCENARIOS_PREFIX);
  const listed = scenario === undefined ? undefined : await seat.scenarios();
  if (listed?.ok === false) return listed;
  const known = listed === undefined ? [] : scenarioListSchema.parse(listed.value).scenarios;
  const found = known.find(({ name }) => name === scenario);
  if (found === undefined) throw new ResourceNotFoundError(uri);
  return ok({ text: JSON.stringify(found) });
}

async function readRule(seat: McpSeat, name: string): Promise<Result<Contents>> {
  const answer = await seat.request('rules_query', { name });
  if (!answer.ok) return answer;
  const entries = Array.isArray(answer.value.entries) ? answer.value.entries.filter(isJsonObject) : [];
  return ok({ text: entries.map(ruleText).join('\n\n') });
}

/** Undefined for text with a malformed escape. */
function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

function ruleText({ kind, title, sentences }: JsonObject): string {
  const lines = Array.isArray(sentences) ? sentences.map(String) : [];
  return [`${String(title)} (${String(kind)})`, ...lines].join('\n');
}

async function stateText(seat: McpSeat, query: JsonObject, field?: string): Promise<Result<Contents>> {
  const state = await stateOf(seat, query);
  if (!state.ok) return state;
  return ok({ text: field === undefined ? JSON.stringify(state.value) : String(state.value[field]) });
}

async function stateOf(seat: McpSeat, query: JsonObject): Promise<Result<JsonObject>> {
  const answer = await seat.request('state_query', query);
  if (!answer.ok) return answer;
  return ok(isJsonObject(answer.value.data) ? answer.value.data : answer.value);
}

function actionLine({ name, description, inputSchema }: McpTool): string {
  const { properties } = inputSchema;
  const fields = isJsonObject(properties) ? Object.keys(properties).join(', ') : '';
  return `${name}(${fields}): ${description}`;
}
