import type { PlanEnded } from '#shared/protocol/event.js';
import type { TurnDigest } from '#shared/protocol/state/digest.js';
import type { World } from '../world/world.js';
import { gameHeader } from './entities/header.js';
import { eventWorth, messagesSince } from './entities/message-view.js';
import { immediatePriorities } from './optimized/priorities.js';
import { productionAdvice } from './optimized/production/advice.js';
import { settlingOutlook } from './optimized/settling.js';
import { situationOf } from './optimized/situation.js';
import { strategicSummary } from './optimized/summary.js';
import { threats } from './optimized/threats.js';

const MAX_EVENT_CHARACTERS = 560;
const MAX_SENTENCE_CHARACTERS = 160;
const MAX_DANGERS = 3;
const MAX_DECISIONS = 5;
/** So that they do not crowd out all else. */
const MAX_CALLS = 3;
const MAX_DECISION_CHARACTERS = 110;
const MAX_SCORES = 6;
/** More than any turn brings; the rest is sorted by worth. */
const MAX_MESSAGES = 300;

/** What a digest tells besides what the world knows. */
export interface DigestContext {
  /** The last one, whose scores are compared. */
  readonly previous?: Pick<TurnDigest, 'scores'> | undefined;
  /** What units that were woken ask for. */
  readonly calls?: readonly { readonly sentence: string }[];
  /** Standing plans that ended since: those that failed need a decision, the others have happened. */
  readonly plansEnded?: readonly Pick<PlanEnded, 'outcome' | 'sentence'>[];
}

/** What happened after `since` and what needs a decision now. */
export function turnDigest(world: World, since: number, context: DigestContext = {}): TurnDigest {
  const { previous, plansEnded = [] } = context;
  const calls = [...plansEnded.filter(({ outcome }) => outcome === 'failed'), ...(context.calls ?? [])];
  const done = plansEnded.filter(({ outcome }) => outcome === 'done').map(({ sentence }) => sentence);
  const { turn, year_name, time_limit, defeated } = gameHeader(world);
  const situation = situationOf(world);
  const dangers = threats(situation);
  const settling = settlingOutlook(situation);
  const production = productionAdvice(situation, settling.sites, dangers);
  const matters = { situation, threats: dangers, settling, production };
  const decisions = defeated ? [] : immediatePriorities(matters);
  return {
    turn,
    year_name,
    time_limit,
    ...(defeated && { defeated }),
    ...happenings(world, since, done),
    dangers: dangers.slice(0, MAX_DANGERS).map(({ description }) => description),
    needs_decision: [...calls.slice(0, MAX_CALLS).map(({ sentence }) => sentence), ...decisions]
      .slice(0, MAX_DECISIONS)
      .map((one) => shortened(one, MAX_DECISION_CHARACTERS)),
    scores: scores(situation, previous),
  };
}

/** As many sentences as fit, plans that are done first, then by worth and then in their order. */
function happenings(
  world: World,
  since: number,
  done: readonly string[],
): Pick<TurnDigest, 'happened' | 'happened_more'> {
  const events = messagesSince(world, since, MAX_MESSAGES)
    .flatMap(({ event, text }) => {
      const worth = eventWorth(event);
      return worth === undefined ? [] : [{ text: shortened(text, MAX_SENTENCE_CHARACTERS), worth }];
    })
    .sort((a, b) => a.worth - b.worth);
  const happened: string[] = [...done];
  let left = MAX_EVENT_CHARACTERS;
  for (const { text } of events) {
    if (text.length > left) break;
    happened.push(text);
    left -= text.length;
  }
  return { happened, happened_more: events.length + done.length - happened.length };
}

function scores(
  situation: ReturnType<typeof situationOf>,
  previous: Pick<TurnDigest, 'scores'> | undefined,
): TurnDigest['scores'] {
  const { score, rivals } = strategicSummary(situation);
  const own = situation.player === undefined ? [] : [{ name: situation.player.name, score }];
  const known = [...own, ...rivals].flatMap((one) =>
    one.score === null ? [] : [{ ...one, score: one.score }],
  );
  return Object.fromEntries(
    known.slice(0, MAX_SCORES).map(({ name, score: now }) => {
      const before = previous?.scores[name]?.score;
      return [name, { score: now, ...(before !== undefined && { change: now - before }) }];
    }),
  );
}

function shortened(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, most - 1)}…`;
}
