import type { PlanEnded } from '#shared/protocol/event.js';
import type { TurnDigest } from '#shared/protocol/state/digest.js';
import type { World } from '../world/world.js';
import { gameHeader } from './entities/header.js';
import { eventWorth, messagesSince } from './entities/message-view.js';
import { immediatePriorities } from './optimized/priorities.js';
import { strategicSummary } from './optimized/summary.js';
import { productionAdvice } from './production/advice.js';
import { overdueBy } from './production/postponed.js';
import { settlingOutlook } from './settling/settling.js';
import { situationOf } from './situation.js';
import { threats } from './threats/threats.js';

/** How much of everything a digest holds. */
interface DigestLimits {
  readonly eventCharacters: number;
  readonly sentenceCharacters: number;
  readonly dangers: number;
  readonly decisions: number;
  /** Units that ask, among the decisions: so that they do not crowd out all else. */
  readonly calls: number;
  readonly decisionCharacters: number;
  readonly scores: number;
}

/** A digest that is sent unasked. */
const PUSHED: DigestLimits = {
  eventCharacters: 480,
  sentenceCharacters: 160,
  dangers: 3,
  decisions: 5,
  calls: 3,
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
  calls: ALL,
  decisionCharacters: ALL,
  scores: ALL,
};

/** More than any turn brings; the rest is sorted by worth. */
const MAX_MESSAGES = 300;

/** The parts of a digest that are not in the world. */
export interface DigestContext {
  /** The last one, whose scores are compared. */
  readonly previous?: Pick<TurnDigest, 'scores'> | undefined;
  /** What units that were woken ask for. */
  readonly calls?: readonly { readonly sentence: string }[];
  /** Standing plans that ended since: those that failed need a decision, the others have happened. */
  readonly plansEnded?: readonly Pick<PlanEnded, 'outcome' | 'sentence'>[];
  /** Whether nothing is left out. */
  readonly isWhole?: boolean;
}

/** What happened after `since` and what needs a decision now. */
export function turnDigest(world: World, since: number, context: DigestContext = {}): TurnDigest {
  const { previous, plansEnded = [], isWhole = false } = context;
  const limits = isWhole ? WHOLE : PUSHED;
  const calls = [...plansEnded.filter(({ outcome }) => outcome === 'failed'), ...(context.calls ?? [])];
  const done = plansEnded.filter(({ outcome }) => outcome === 'done').map(({ sentence }) => sentence);
  const { turn, year_name, time_limit, defeated } = gameHeader(world);
  const situation = situationOf(world);
  const dangers = threats(situation);
  const settling = settlingOutlook(situation);
  const production = productionAdvice(situation);
  const matters = { situation, threats: dangers, settling, production };
  const asked = calls.map(({ sentence }) => sentence);
  const priorities = defeated ? [] : immediatePriorities(matters, ALL);
  const decisions = [...asked.slice(0, limits.calls), ...priorities].slice(0, limits.decisions);
  const known = scores(situation, previous);
  const { happened, happened_more, long } = happenings(world, since, done, limits);
  const more = {
    dangers: Math.max(0, dangers.length - limits.dangers),
    needs_decision: asked.length + priorities.length - decisions.length,
    scores: Math.max(0, known.length - limits.scores),
    shortened: long + decisions.filter(({ length }) => length > limits.decisionCharacters).length,
  };
  const left = Object.entries(more).filter(([, count]) => count > 0);
  return {
    turn,
    year_name,
    time_limit,
    defeated,
    happened,
    happened_more,
    dangers: dangers.slice(0, limits.dangers).map(({ description }) => description),
    needs_decision: decisions.map((one) => shortened(one, limits.decisionCharacters)),
    scores: Object.fromEntries(known.slice(0, limits.scores)),
    more: left.length > 0 ? Object.fromEntries(left) : undefined,
  };
}

/** As many sentences as fit, plans that are done first, then by worth and then in their order. */
function happenings(
  world: World,
  since: number,
  done: readonly string[],
  { sentenceCharacters, eventCharacters }: DigestLimits,
): Pick<TurnDigest, 'happened' | 'happened_more'> & { readonly long: number } {
  const events = messagesSince(world, since, MAX_MESSAGES)
    .flatMap(({ event, text }) => {
      const isBuildable = event === 'city_cantbuild' && overdueBy(world, text) !== undefined;
      const worth = isBuildable ? undefined : eventWorth(event);
      return worth === undefined ? [] : [{ text: shortened(text, sentenceCharacters), whole: text, worth }];
    })
    .sort((a, b) => a.worth - b.worth);
  const shown: (typeof events)[number][] = [];
  let left = eventCharacters;
  for (const event of events) {
    if (event.text.length > left) break;
    shown.push(event);
    left -= event.text.length;
  }
  return {
    happened: [...done, ...shown.map(({ text }) => text)],
    happened_more: events.length - shown.length,
    long: shown.filter(({ text, whole }) => text !== whole).length,
  };
}

/** The known scores by name, the own one first, with what has changed since the previous digest. */
function scores(
  situation: ReturnType<typeof situationOf>,
  previous: Pick<TurnDigest, 'scores'> | undefined,
): readonly (readonly [string, TurnDigest['scores'][string]])[] {
  const { score, rivals } = strategicSummary(situation);
  const own = situation.player === undefined ? [] : [{ name: situation.player.name, score }];
  const known = [...own, ...rivals].flatMap((one) =>
    one.score === null ? [] : [{ ...one, score: one.score }],
  );
  return known.map(({ name, score: now }) => {
    const before = previous?.scores[name]?.score;
    return [name, { score: now, change: before === undefined ? undefined : now - before }] as const;
  });
}

function shortened(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, most - 1)}…`;
}
