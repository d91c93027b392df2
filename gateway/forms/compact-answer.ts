import type { Failure } from '#shared/core/failure.js';
import { isJsonObject, type JsonObject } from '#shared/core/json.js';
import { errorCodeSchema } from '#shared/protocol/agent-answers.js';
import type { CompactVerdict } from '#shared/protocol/state/compact-result.js';

/** An answer to an agent, without its envelope. */
export interface ShapedAnswer {
  readonly type: string;
  readonly data: JsonObject;
}

/** An answer to a game request in its compact form: verdicts without what the request says itself, all others as they are. */
export function compactAnswer(answer: ShapedAnswer, request: JsonObject): ShapedAnswer {
  const data = compactData(answer, request);
  return data === undefined ? answer : { type: 'compact_result', data };
}

/** Codes of failures that are about an action itself: the verdict on it. Others are about the request, the game or the link. */
const VERDICT_CODES: ReadonlySet<string> = new Set(['E105', 'E130', 'E131', 'E133', 'E143']);

/** The failure of a single action in its compact form; undefined where it is not a verdict on an action. */
export function compactFailure(requestType: string, failure: Failure): ShapedAnswer | undefined {
  if (requestType !== 'action' || !VERDICT_CODES.has(failure.code)) return undefined;
  return { type: 'compact_result', data: { ...compactRefusal({ ...failure }) } };
}

function compactData({ type, data }: ShapedAnswer, request: JsonObject): JsonObject | undefined {
  if (type === 'action_result') return { ...compactVerdict(data, request) };
  if (type !== 'action_batch_result') return undefined;
  const actions = Array.isArray(request.actions) ? request.actions : [];
  if (Array.isArray(data.checks)) return { results: data.checks.filter(isJsonObject).map(compactCheck) };
  const results = Array.isArray(data.results) ? data.results : [];
  return {
    results: results.filter(isJsonObject).map((entry, index) => {
      const action: unknown = actions[index];
      return compactVerdict(entry, isJsonObject(action) ? action : {});
    }),
    ...(Array.isArray(data.decisions) && { decisions: texts(data.decisions) }),
  };
}

function compactCheck({ error }: JsonObject): CompactVerdict {
  return isJsonObject(error) ? compactRefusal(error) : { ok: true };
}

function compactVerdict(verdict: JsonObject, action: JsonObject): CompactVerdict {
  const { success, already, reason, result, error } = verdict;
  const warnings = texts(verdict.warnings);
  if (isJsonObject(error)) return compactRefusal(error);
  const { state_change: change, brief, state, ended } = isJsonObject(result) ? result : {};
  // A brief and a state name their turn.
  const what = isJsonObject(change) && !isBrief(brief) && !isEnded(ended) ? unsaid(change, action) : {};
  return {
    ok: success === true || already === true,
    ...(already === true && { already: true }),
    ...(Object.keys(what).length > 0 && { what }),
    ...(already !== true && typeof reason === 'string' && { why: reason }),
    ...(isBrief(brief) && { brief }),
    ...(isState(state) && { state }),
    ...(isEnded(ended) && { ended }),
    ...(warnings.length > 0 && { warnings }),
  };
}

/** A failure as a compact verdict, with the names or choices that help. */
export function compactRefusal({ code, message, details }: JsonObject): CompactVerdict {
  const known = errorCodeSchema.safeParse(code);
  const { did_you_mean: near, possible } = isJsonObject(details) ? details : {};
  const names = texts(near);
  const isShort = near === undefined && Array.isArray(possible) && possible.length <= MAX_POSSIBLE;
  return {
    ok: false,
    ...(known.success && { code: known.data }),
    why: String(message),
    ...(names.length > 0 && { did_you_mean: names }),
    ...(isShort && possible.length > 0 && { possible }),
  };
}

/** Choices that a compact refusal names. */
const MAX_POSSIBLE = 10;

function texts(list: unknown): string[] {
  return Array.isArray(list) ? list.filter((text): text is string => typeof text === 'string') : [];
}

function isBrief(brief: unknown): brief is NonNullable<CompactVerdict['brief']> {
  return typeof brief === 'string' || isJsonObject(brief);
}

function isState(state: unknown): state is NonNullable<CompactVerdict['state']> {
  return isJsonObject(state);
}

function isEnded(ended: unknown): ended is NonNullable<CompactVerdict['ended']> {
  return isJsonObject(ended);
}

/** The facts of a verdict that its action does not name: no `true`, and no value that the action has. */
function unsaid(change: JsonObject, action: JsonObject): JsonObject {
  const said = new Set(valuesIn(action));
  return Object.fromEntries(
    Object.entries(change).filter(
      ([, value]) => value !== true && !valuesIn(value).every((one) => said.has(one)),
    ),
  );
}

/** All values in some JSON as text, in small letters; a name is one whatever its spelling. */
function valuesIn(value: unknown): readonly string[] {
  if (Array.isArray(value)) return value.flatMap(valuesIn);
  if (isJsonObject(value)) return Object.values(value).flatMap(valuesIn);
  return [String(value).toLowerCase().replaceAll('_', ' ')];
}
