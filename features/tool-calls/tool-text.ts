import { z } from 'zod';
import { isJsonObject, type JsonObject } from '#shared/core/json.js';
import { packedBriefSchema } from '#shared/protocol/state/brief.js';
import { mapWindowSchema } from '#shared/protocol/state/map-window.js';
import { actorOptionsSchema } from '#shared/protocol/state/options.js';
import type { ToolName } from '#shared/protocol/tools.js';
import { briefText } from '../texts/brief-text.js';
import { mapWindowText } from '../texts/map-text.js';
import { actorOptionsText } from '../texts/options-text.js';
import { plainText } from './plain-text.js';
import { verdictsText, verdictText } from './verdicts-text.js';

/** What a tool's text is made from. */
interface ToolAnswer {
  readonly tool: ToolName;
  /** `data` of the request that the call stands for. */
  readonly asked: JsonObject;
  /** The result as an object. */
  readonly result: JsonObject;
}

/** The result of a tool as a model reads it: a state as its text, actions that succeeded in one line, all else field by field. */
export function toolText({ tool, asked, result }: ToolAnswer): string {
  switch (tool) {
    case 'brief':
      return textWith(packedBriefSchema, briefText, result);
    case 'options':
      return textWith(actorOptionsSchema, actorOptionsText, result);
    case 'map':
      return textWith(mapWindowSchema.exactPartial(), mapWindowText, result);
    case 'cities':
      return typeof result.rows === 'string'
        ? textOf(result.rows, rest(result, ['rows']))
        : plainText(result);
    case 'do':
      return doneText(asked, result);
    case 'end_turn':
      return turnText(asked, result);
    case 'plan':
    case 'research':
    case 'nation':
    case 'diplomacy':
      return verdictText(result);
    default:
      return plainText(result);
  }
}

/** The text of a state, then the fields that its schema does not have. A refusal, or a state with missing fields, is told field by field. */
function textWith<Shape extends z.ZodRawShape>(
  schema: z.ZodObject<Shape>,
  text: (state: z.infer<z.ZodObject<Shape>>) => string,
  result: JsonObject,
): string {
  const state = z.object(schema.shape).safeParse(result);
  if (!state.success || result.ok === false) return plainText(result);
  return textOf(text(state.data), rest(result, Object.keys(schema.shape)));
}

/** Fields of every state that a model does not need. */
const HEADERS: ReadonlySet<string> = new Set(['version', 'turn', 'seconds_left']);

function rest(result: JsonObject, told: readonly string[]): JsonObject {
  return Object.fromEntries(
    Object.entries(result).filter(([name]) => !told.includes(name) && !HEADERS.has(name)),
  );
}

function textOf(text: string, others: JsonObject): string {
  return Object.keys(others).length === 0 ? text : `${text}\n${plainText(others)}`;
}

/** Short verdicts, then the new decisions. */
function doneText(asked: JsonObject, result: JsonObject): string {
  const { results, decisions } = result;
  if (!Array.isArray(results)) return plainText(result);
  const next =
    Array.isArray(decisions) && decisions.length > 0 ? [plainText({ 'now decide': decisions })] : [];
  const others = rest(result, ['results', 'decisions']);
  return textOf([verdictsText(results, asked.actions), ...next].join('\n'), others);
}

/** The verdicts of actions before the end of the turn, then the brief. */
function turnText(asked: JsonObject, result: JsonObject): string {
  const { ok, results, brief, ...others } = result;
  if (!isJsonObject(brief) || ok !== true) return plainText(result);
  const done = Array.isArray(results) && results.length > 0 ? [verdictsText(results, asked.actions)] : [];
  const text = [...done, textWith(packedBriefSchema, briefText, brief)].join('\n');
  return textOf(text, others);
}
