import type { PlanEnded } from '#shared/protocol/event.js';
import type { TurnDigest } from '#shared/protocol/state/digest.js';
import type { AttentionRequest } from '../../proxy/orders/tracked-order.js';
import type { Plan } from '../../proxy/plans/plan.js';
import { gameHeader } from '../../proxy/views/entities/header.js';
import { knowledgeOf } from '../../proxy/views/entities/player-view.js';
import { messagesBeforeLastTurn, type World } from '../../proxy/world/world.js';
import { pendingDecisions } from './brief/decisions.js';
import { happenedSince } from './brief/happened.js';
import { priorities } from './priorities.js';
import { situationOf } from './situation.js';
import { threatLines } from './threats/threat-lines.js';
import { threats } from './threats/threats.js';

/** How much of everything a digest holds. */
interface DigestLimits {
  readonly eventCharacters: number;
  readonly sentenceCharacters: number;
  readonly dangers: number;
  readonly decisions: number;
  /** Plans that failed, before all other decisions. */
  readonly failed: number;
  readonly decisionCharacters: number;
  readonly scores: number;
}

/** A digest that is sent unasked. */
const PUSHED: DigestLimits = {
  eventCharacters: 480,
  sentenceCharacters: 160,
  dangers: 3,
  decisions: 5,
  failed: 3,
  decisionCharacters: 110,
  scores: 6,
};

const ALL = Number.POSITIVE_INFINITY;
/** A digest that is asked for. */
const WHOLE: DigestLimits = {
  eventCharacters: ALL,
  sentenceCharacters: ALL,
  dangers: ALL,
  decisions: ALL,
  failed: ALL,
  decisionCharacters: ALL,
  scores: ALL,
};

/** The parts of a digest that are not in the world. */
export interface DigestContext {
  /** The number of the server's messages before those that are told; those before the turn before by default. */
  readonly since?: number | undefined;
  /** The last one, whose scores are compared. */
  readonly previous?: Pick<TurnDigest, 'scores'> | undefined;
  /** Units that were woken or have nothing left to do. */
  readonly calls?: readonly AttentionRequest[];
  /** The standing plans of the seat. */
  readonly plans?: readonly Plan[];
  /** Standing plans that ended since: those that failed need a decision, the others have happened. */
  readonly plansEnded?: readonly Pick<PlanEnded, 'outcome' | 'sentence'>[];
  /** Whether nothing is left out. */
  readonly isWhole?: boolean;
}

/** What happened and what needs a decision now, by the kinds and in the words of a brief. */
export function turnDigest(world: World, context: DigestContext = {}): TurnDigest {
  const { since = messagesBeforeLastTurn(world), previous, plansEnded = [], isWhole = false } = context;
  const { calls = [], plans = [] } = context;
  const limits = isWhole ? WHOLE : PUSHED;
  const ended = (wanted: PlanEnded['outcome']) =>
    plansEnded.filter(({ outcome }) => outcome === wanted).map(({ sentence }) => sentence);
  const { turn, year_name, time_limit, defeated } = gameHeader(world);
  const situation = situationOf(world);
  const threatsNow = threats(situation);
  const dangers = threatLines(world, threatsNow);
  const pending = pendingDecisions(world, { since, calls, plans, notes: [] });
  const failed = ended('failed');
  const urgent = defeated ? [] : priorities(situation, threatsNow, pending);
  // Where many plans fail at once, the others follow what is urgent.
  const decisions = [...failed.slice(0, limits.failed), ...urgent, ...failed.slice(limits.failed)];
  const shown = decisions.slice(0, limits.decisions);
  const known = scores(world, previous);
  const { happened, happened_more, long } = happenings(world, since, ended('done'), limits);
  const more = {
    dangers: Math.max(0, dangers.length - limits.dangers),
    needs_decision: decisions.length - shown.length,
    scores: Math.max(0, known.length - limits.scores),
    shortened: long + shown.filter(({ length }) => length > limits.decisionCharacters).length,
  };
  const left = Object.entries(more).filter(([, count]) => count > 0);
  return {
    turn,
    year_name,
    time_limit,
    defeated,
    happened,
    happened_more,
    dangers: dangers.slice(0, limits.dangers),
    needs_decision: shown.map((one) => shortened(one, limits.decisionCharacters)),
    scores: Object.fromEntries(known.slice(0, limits.scores)),
    more: left.length > 0 ? Object.fromEntries(left) : undefined,
  };
}

/** As many sentences as fit: plans that are done, then messages by their kind. */
function happenings(
  world: World,
  since: number,
  done: readonly string[],
  { sentenceCharacters, eventCharacters }: DigestLimits,
): Pick<TurnDigest, 'happened' | 'happened_more'> & { readonly long: number } {
  const told = happenedSince(world, { since, saidSince: since, withRoutine: true }).map(({ text }) => text);
  const shown: string[] = [];
  let left = eventCharacters;
  for (const text of told) {
    left -= Math.min(text.length, sentenceCharacters);
    if (left < 0) break;
    shown.push(text);
  }
  return {
    happened: [...done, ...shown.map((text) => shortened(text, sentenceCharacters))],
    happened_more: told.length - shown.length,
    long: shown.filter(({ length }) => length > sentenceCharacters).length,
  };
}

/** The known scores by name, the own one first, with what has changed since the previous digest. */
function scores(
  world: World,
  previous: DigestContext['previous'],
): readonly (readonly [string, TurnDigest['scores'][string]])[] {
  const me = world.seat.player;
  const known = [...world.players.values()]
    .filter((one) => one.barbarianType === 'NOT_A_BARBARIAN' && knowledgeOf(world, one) !== 'none')
    .sort((a, b) => Number(b.playerno === me) - Number(a.playerno === me) || b.score - a.score);
  return known.map(({ name, score }) => {
    const before = previous?.scores[name]?.score;
    return [name, { score, change: before === undefined ? undefined : score - before }] as const;
  });
}

function shortened(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, most - 1)}…`;
}
