import { faultFailure } from '../link/link-failure.js';
import { errorMessage } from '../outgoing.js';

/** The answer to a request that may change the game and was under way when its gateway died. */
export function unknownAnswer(agentId: string, correlationId: string, now: number): string {
  return JSON.stringify(errorMessage(faultFailure('lost', 'action', 1), { agentId, correlationId }, now));
}
