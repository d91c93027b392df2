import type { OutgoingEnvelope } from '#shared/protocol/envelope.js';

/**
 * An answer as flat clients read it: the fields of its data at the top level. The result of an action stands in
 * `data` too; a state does not, for its size.
 */
export function flatAnswer(answer: OutgoingEnvelope): OutgoingEnvelope {
  const { data, ...envelope } = answer;
  const flat = { ...data, ...envelope };
  return answer.type === 'state_update' || data === undefined ? flat : { ...flat, data };
}
