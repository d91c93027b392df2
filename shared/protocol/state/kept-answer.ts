import { isJsonObject, type JsonObject } from '../../core/json.js';

/**
 * What is kept of an answer for a request that is sent again: all but the states in its verdicts. They would fill memory and
 * journals, and are old when they are asked for again. The same object where it has none.
 */
export function keptAnswer(answer: JsonObject): JsonObject {
  const { result, results, state, ended } = answer;
  if (Array.isArray(results)) {
    const kept = results.map((one: unknown) => (isJsonObject(one) ? keptAnswer(one) : one));
    return kept.some((one, index) => one !== results[index]) ? { ...answer, results: kept } : answer;
  }
  if (isJsonObject(result) && result.state !== undefined) return { ...answer, result: withoutState(result) };
  // A compact verdict has the state beside why the wait ended.
  return ended !== undefined && state !== undefined ? withoutState(answer) : answer;
}

function withoutState({ state: _state, ...kept }: JsonObject): JsonObject {
  return kept;
}
