import type { Result } from '#shared/core/result.js';
import type { LinkAnswer, LinkRequest } from '#shared/protocol/link.js';

/**
 * Why a request has no answer. `down`: it was never sent. `lost`: it was sent, and the link went before the
 * answer came. `deadline`: no answer in time. `garbled`: an answer came that breaks the contract.
 * `too_big`: it is larger than the proxy takes, and was not sent.
 */
export type LinkFault = 'down' | 'lost' | 'deadline' | 'garbled' | 'too_big';

export type LinkOutcome = Result<LinkAnswer, LinkFault>;

export type LinkQuestion = Pick<
  LinkRequest,
  'type' | 'agent_id' | 'game_id' | 'data' | 'once' | 'with_optimized'
>;
