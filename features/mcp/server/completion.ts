import {
  type CompleteRequestParams,
  type CompleteResult,
  ProtocolError,
  ProtocolErrorCode,
} from '@modelcontextprotocol/server';
import { scenarioListSchema } from '#shared/protocol/scenario.js';
import type { McpSeat } from './mcp-seat.js';
import { promptList } from './prompts.js';
import { RULES_TEMPLATE, SCENARIOS_TEMPLATE } from './resources.js';

/** How many values an answer has at most; the protocol allows no more. */
const MAX_VALUES = 100;

const STYLES = [
  'peaceful builder',
  'early conqueror',
  'explorer and settler',
  'scientist who races to space',
  'trader',
  'careful defender',
  'diplomat who allies with neighbours',
];

const TURNS = ['5', '10', '20', '50', '100', '200'];

/** Values for an argument of a prompt or a variable of a resource template that begin with what is written already. */
export async function complete(
  seat: McpSeat,
  { ref, argument }: CompleteRequestParams,
): Promise<CompleteResult> {
  const { name, value } = argument;
  const values =
    ref.type === 'ref/prompt'
      ? ofPrompt(ref.name, name)
      : await ofTemplate(seat, ref.uri, { name, value: value.trim() });
  const begun = value.trim().toLowerCase();
  const fitting = values.filter((one) => one.toLowerCase().startsWith(begun));
  const shown = fitting.slice(0, MAX_VALUES);
  return { completion: { values: shown, total: fitting.length, hasMore: fitting.length > shown.length } };
}

function ofPrompt(prompt: string, argument: string): readonly string[] {
  const known = promptList.find(({ name }) => name === prompt);
  if (known === undefined)
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, `There is no prompt ${prompt}`);
  switch (argument) {
    case 'turns':
      return TURNS;
    case 'style':
      return STYLES;
    default:
      return [];
  }
}

async function ofTemplate(
  seat: McpSeat,
  uri: string,
  { name, value }: { readonly name: string; readonly value: string },
): Promise<readonly string[]> {
  if (name !== 'name') return [];
  switch (uri) {
    case RULES_TEMPLATE:
      return await ruleNames(seat, value);
    case SCENARIOS_TEMPLATE:
      return await scenarioNames(seat);
    default:
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, `There is no template ${uri}`);
  }
}

/** Names of the rules of the seat's game. No seat is taken, no game made and none waited for, for the sake of a completion. */
async function ruleNames(seat: McpSeat, begun: string): Promise<readonly string[]> {
  if (!seat.isPlaying) return [];
  const answer = await seat.request('rules_query', { name: begun, names: true });
  const { names } = answer.ok ? answer.value : {};
  return Array.isArray(names) ? names.map(String) : [];
}

async function scenarioNames(seat: McpSeat): Promise<readonly string[]> {
  const answer = await seat.scenarios();
  return answer.ok ? scenarioListSchema.parse(answer.value).scenarios.map(({ name }) => name) : [];
}
