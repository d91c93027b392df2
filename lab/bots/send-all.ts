import type { Fields } from '../../agent/client.js';
import type { BotSeat } from './bot.js';

/** Actions that one batch may hold. */
const MAX_BATCH = 100;

/** Sends actions in their order; those that were not done, with the reason. */
export async function sendAll(seat: BotSeat, actions: readonly Fields[]): Promise<string[]> {
  const refused: string[] = [];
  for (let from = 0; from < actions.length; from += MAX_BATCH) {
    const batch = actions.slice(from, from + MAX_BATCH);
    const answer = await seat.request('action_batch', { actions: batch, verbosity: 'compact' });
    for (const [index, result] of resultsOf(answer).entries())
      if (!result.ok) refused.push(`${JSON.stringify(batch[index])}: ${result.why ?? 'no reason'}`);
  }
  return refused;
}

interface CompactOutcome {
  readonly ok: boolean;
  readonly why?: string;
}

function resultsOf(answer: object): readonly CompactOutcome[] {
  return 'results' in answer && Array.isArray(answer.results) ? answer.results : [];
}
