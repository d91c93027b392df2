import { z } from 'zod';
import { answerAll, type ScriptedProxy } from '../../gateway/support/scripted-proxy.js';

const actionSchema = z.looseObject({ parameters: z.looseObject({ id: z.string() }) });

/** Has the proxy carry out each action of a PatientAgent with an event and an answer after `answerMs`: how often it did each, by its id. */
export function countActions(proxy: ScriptedProxy, answerMs = 0): ReadonlyMap<string, number> {
  const executed = new Map<string, number>();
  proxy.respond = (request) => {
    if (request.type !== 'action') return answerAll(request, proxy);
    const { id } = actionSchema.parse(request.data).parameters;
    executed.set(id, (executed.get(id) ?? 0) + 1);
    proxy.push('event', request.agent_id, request.game_id, { about: id });
    const answer = () => proxy.answer(request, 'action_result', { success: true, id });
    if (answerMs > 0) setTimeout(answer, answerMs);
    else answer();
  };
  return executed;
}
