import type { TurnDigest } from '#shared/protocol/state/digest.js';
import { turnDigest } from '../../views/turn-digest.js';
import { turnOf } from '../../world/world.js';
import type { KeptSeat } from '../seats/kept-seat.js';
import type { StateQuestion } from './state-question.js';

/** The digest of what has happened since the previous turn began, as the begin of a turn tells it. */
export function pushedDigest(agent: KeptSeat): TurnDigest {
  const digest = digestOf(agent, false);
  agent.digests = [digest, ...agent.digests.filter(({ turn }) => turn !== digest.turn).slice(0, 1)];
  return digest;
}

/** The digest of the running turn with nothing left out, or of what has happened since the turn that is asked for. */
export function digestState({ agent, query }: StateQuestion): TurnDigest {
  return digestOf(agent, true, query.since_turn);
}

function digestOf({ seat, digests }: KeptSeat, isWhole: boolean, sinceTurn?: number): TurnDigest {
  const { world, orders, planList } = seat;
  const turn = turnOf(world);
  const since = sinceTurn === undefined ? undefined : (world.turn.messagesBefore.get(sinceTurn) ?? 0);
  const previous = digests.find((digest) => digest.turn !== turn);
  const plansEnded = planList.endedSince(sinceTurn ?? turn);
  const { attentionRequests: calls } = orders;
  return turnDigest(world, { since, previous, plansEnded, plans: planList.all, calls, isWhole });
}
