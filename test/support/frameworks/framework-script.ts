import { isJsonObject, type JsonObject, parseJson } from '#shared/core/json.js';
import { advisedActions, turnOfBrief } from '../models/advised-actions.js';
import type { Answer } from '../models/scripted-model.js';
import type { FrameworkPrompt, OfferedTool } from './framework-prompt.js';

/** What the script reads of a brief. */
interface SeenBrief {
  readonly turn: number;
  /** The actions that it advises. */
  readonly advised: readonly JsonObject[];
}

/** In this turn it moves workers by their options. */
const MOVING_TURN = 1;

/**
 * Plays so many turns by what the results of tools say: asks for the brief, does what it advises as the schemas of the tools want
 * it, in one turn also what options offer, and ends the turn. Behind the last turn, and where a framework asks for something else, it answers with a text.
 */
export function playedTurns({ tools, results }: FrameworkPrompt, turns: number): Answer {
  const [endTurn] = tools.filter(({ name }) => isTool(name, 'end_turn'));
  if (endTurn === undefined) return { text: 'A game of FreeCiv' };
  if (results.length === 0) return { calls: [callOf(tools, 'brief', {})] };
  const last = results.at(-1) ?? '';
  const move = offeredMove(last);
  if (move !== undefined) return { calls: [callOf(tools, 'do', { actions: [move] })] };
  const brief = readBrief(last);
  if (brief !== undefined && brief.turn > turns) return { text: `${turns} turns are played.` };
  const calls = advisedCalls(tools, brief?.advised ?? []);
  const workers = brief?.turn === MOVING_TURN ? /[Ww]orkers (\d+)/.exec(last)?.[1] : undefined;
  if (workers !== undefined) calls.push(callOf(tools, 'options', { actor_id: Number(workers) }));
  return { calls: calls.length > 0 ? calls : [callOf(tools, 'end_turn', {})] };
}

/** The first move of options, as text or JSON, with its target as it stands there. */
function offeredMove(result: string): object | undefined {
  const actor = /\bactor_id": ?(\d+)|^Workers (\d+) \(/.exec(result)?.slice(1).find(Boolean);
  const target = /\baction":"unit_move","target":"(-?\d+,-?\d+)|^unit_move: (-?\d+,-?\d+) /m
    .exec(result)
    ?.slice(1)
    .find(Boolean);
  if (actor === undefined || target === undefined) return undefined;
  return { action: 'unit_move', actor_id: Number(actor), target };
}

/** Frameworks put the server's name before that of the tool. */
function isTool(offered: string, name: string): boolean {
  return offered === name || offered.endsWith(`_${name}`);
}

function callOf(tools: readonly OfferedTool[], name: string, args: object) {
  return { name: tools.find((tool) => isTool(tool.name, name))?.name ?? name, args };
}

/** What units and cities do goes into one call; other actions each into a call of the tool whose schema names them. */
function advisedCalls(tools: readonly OfferedTool[], advised: readonly JsonObject[]) {
  const named = advised.map((action) => ({
    action,
    tool: tools.find((tool) => names(tool, action.action_type)),
  }));
  const acts = named.filter(({ tool }) => tool === undefined).map(({ action }) => argumentsOf(action));
  const others = named.flatMap(({ action, tool }) =>
    tool === undefined ? [] : [{ name: tool.name, args: argumentsOf(action) }],
  );
  return [...(acts.length === 0 ? [] : [callOf(tools, 'do', { actions: acts })]), ...others];
}

function names({ schema }: OfferedTool, action: unknown): boolean {
  const properties = isJsonObject(schema) && isJsonObject(schema.properties) ? schema.properties : {};
  const { action: field } = properties;
  return isJsonObject(field) && Array.isArray(field.enum) && field.enum.includes(action);
}

/** The arguments of a tool for an advised action: a tile is a text there. */
function argumentsOf({ action_type: action, unit_id, city_id, ...place }: JsonObject): JsonObject {
  const actor = unit_id ?? city_id;
  const { x, y, ...fields } = isTile(place.target) ? { ...place, ...place.target, target: undefined } : place;
  return {
    action,
    ...(actor !== undefined && { actor_id: actor }),
    ...fields,
    ...(x !== undefined && { target: `${String(x)},${String(y)}` }),
  };
}

function isTile(target: unknown): target is { readonly x: unknown; readonly y: unknown } {
  return isJsonObject(target) && 'x' in target && 'y' in target;
}

/** A brief as the text of the tool has it, or as an object, which some frameworks prefer; undefined for other results. */
function readBrief(result: string): SeenBrief | undefined {
  const object = parseJson(result);
  if (isJsonObject(object)) return briefIn(object);
  const turn = turnOfBrief(result);
  if (turn === undefined) return undefined;
  return {
    turn,
    advised: advisedActions(result).map(({ action, ...fields }) => ({ action_type: action, ...fields })),
  };
}

function briefIn({ turn, advice, brief, structuredContent }: JsonObject): SeenBrief | undefined {
  if (typeof turn !== 'number') {
    const inner = [brief, structuredContent].find(isJsonObject);
    return inner === undefined ? undefined : briefIn(inner);
  }
  const advised = (Array.isArray(advice) ? advice : []).flatMap((each) =>
    isJsonObject(each) && isJsonObject(each.do) ? [each.do] : [],
  );
  return { turn, advised };
}
