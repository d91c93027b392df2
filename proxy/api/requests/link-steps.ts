import { failure } from '#shared/core/failure.js';
import { fail, ok } from '#shared/core/result.js';
import { keptAnswer } from '#shared/protocol/state/kept-answer.js';
import type { Game } from '../../games/lifecycle/game.js';
import { movedFailure } from '../../games/lifecycle/game-leases.js';
import { isOver } from '../../games/lifecycle/game-state.js';
import { STORE_WAIT_MS } from '../../games/lifecycle/game-store.js';
import { agentOf, type LinkStep } from './asked-request.js';
import { outcomeUnknown } from './unknown-outcomes.js';

/** Seconds after which the same request may be sent again. */
const RETRY_S = 5;

/** Finds and counts the game of a request. E123 with `moved_to` when another proxy owns it, before or by the end. */
export const owned: LinkStep = {
  async before(asked) {
    const { services, request } = asked;
    const found = await services.games.locate(request.game_id);
    if (!found.ok && found.failure.details?.moved_to !== undefined) return found;
    asked.found = found;
    asked.counted = services.inProgress.begin(request.game_id);
    return undefined;
  },
  after({ services: { games }, request: { game_id: gameId, once }, found, counted }, answer) {
    counted?.[Symbol.dispose]();
    if (games.holds(gameId, found.ok ? found.value : undefined)) return answer;
    return fail(once === undefined ? movedFailure(undefined) : outcomeUnknown());
  },
};

/** Holds the answer until the bucket has it. Too late: E131 for what must not be done twice, E123 for the rest. */
export const stored: LinkStep = {
  async after({ services: { storage }, request: { type, game_id: gameId, once } }, answer) {
    if (storage === undefined || !answer.ok) return answer;
    const forked = type === 'game_fork' ? answer.value.game_id : undefined;
    const changed = typeof forked === 'string' ? forked : gameId;
    if (await storage.whenStored(changed, type === 'game_save' || type === 'game_fork')) return answer;
    const seconds = STORE_WAIT_MS / 1000;
    const details = { retry_after: RETRY_S, storage: 'behind' };
    const isOnce = once !== undefined || type === 'action' || type === 'action_batch';
    if (!isOnce) {
      const message = `Done, but not stored within ${seconds} s: ask again`;
      return fail(failure('E123', message, { path: 'type', details }));
    }
    const message = `Done in the game, but not stored within ${seconds} s: it is lost if the proxy is lost now. Look at the state before you repeat it`;
    return fail(failure('E131', message, { path: 'type', details: { outcome: 'unknown', ...details } }));
  },
};

/** Notes the end of the journal that holds what a request has changed. It comes before `stored` waits: other requests write during that wait. */
export const journaled: LinkStep = {
  after(asked, answer) {
    const { services, link, request } = asked;
    if (link.namesJournal) asked.journal = services.games.get(request.game_id)?.missing.place;
    return answer;
  },
};

/** Refuses what the bucket will not take: it has not answered for a while. */
export const storable: LinkStep = {
  before({ services: { storage }, request }) {
    const refusal = storage?.refusal(request.game_id);
    return refusal && fail(refusal);
  },
};

/** Refuses to show a game that was made without spectators, and a sealed one to everybody. One whose record cannot be read is closed to them. */
export const watchable: LinkStep = {
  before({ request: { game_id: gameId, unrestricted, public: isPublic }, found }) {
    if (unrestricted === true) return undefined;
    if (!found.ok) return found;
    if (isPublic === true && isSealed(found.value))
      return fail(failure('E140', `The game ${gameId} is sealed until it ends`));
    if (isPublic === true && found.value?.isOnOtherServer === true)
      return fail(failure('E140', `The game ${gameId} shows what its agent sees: it needs a token`));
    return found.value?.config.spectators === false
      ? fail(failure('E140', `The game ${gameId} was made without spectators`))
      : undefined;
  },
};

/** Whether spectators see nothing of a game until it ends. */
export function isSealed(game: Game | undefined): boolean {
  return game?.config.sealed === true && !isOver(game.state);
}

/** Answers E140 when the game was deleted during the request. */
export const deleted: LinkStep = {
  after({ request, found }, answer) {
    if (answer.ok || !found.ok || found.value?.state.kind !== 'deleted') return answer;
    return fail(failure('E140', `The game ${request.game_id} was deleted`));
  },
};

/**
 * Carries out a request with an idempotency key (`once`) once, also when its link is lost. E131 where the seat has
 * forgotten the requests of that key's gateway; E123, so that the gateway joins the seat, where none has since the game was
 * loaded: one that sends a request again over another link has joined before.
 */
export const once: LinkStep = {
  before(asked) {
    const { request } = asked;
    if (request.once === undefined) return undefined;
    const agent = agentOf(asked);
    if (agent !== undefined && agent.outbox === undefined) return fail(movedFailure(undefined));
    if (agent === undefined || agent.outbox?.id !== request.once.outbox) return fail(outcomeUnknown());
    const { earlier, keep } = agent.keyed.begin(request.once.key, request.type);
    if (earlier !== undefined) return earlier;
    asked.signal = new AbortController().signal;
    asked.keep = keep;
    return undefined;
  },
  after({ keep }, answer) {
    keep?.(answer.ok ? ok({ ...keptAnswer(answer.value) }) : answer);
    return answer;
  },
};
