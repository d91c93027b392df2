import type { PassingEndReason } from '#shared/protocol/state/brief.js';
import type { World } from '../../world/world.js';
import { settlingOutlook } from '../optimized/settling.js';
import { situationOf } from '../optimized/situation.js';
import { threats } from '../optimized/threats.js';
import type { BriefContext } from './brief.js';
import { decisionsOf, type PendingDecision, treatyDecisions } from './decisions.js';
import { type HappenedKind, happenedKind } from './happened-kinds.js';

/** What needs a decision when passing turns: grave threats too, which a brief has in a list of their own. */
export function openDecisions(
  world: World,
  { since, calls = [], plans = [], notes = [] }: Omit<BriefContext, 'ended'>,
): readonly Omit<PendingDecision, 'text'>[] {
  const situation = situationOf(world);
  const { plan } = settlingOutlook(situation);
  const dangers = threats(situation).filter(({ severity }) => severity === 'high');
  return [
    ...dangers.map(({ type, player_id: player, city_id: city }) => ({
      why: 'threat' as const,
      keys: [`threat ${type} ${player} ${city}`],
      recurs: false,
    })),
    ...decisionsOf(situation, { plan, calls, plans, notes, since }),
  ];
}

/** Kinds of happenings that end a request for several turns at once, gravest first. */
const SUDDEN = [
  'lost',
  'attacked',
  'war',
  'found',
  'contact',
  'treaty',
] as const satisfies readonly HappenedKind[];

/**
 * Why an agent that passes turns should know at once what the messages after the first `since` say, or which treaty has
 * come to the table that is not among `known`; undefined when it need not.
 */
export function suddenReason(
  world: World,
  since: number,
  known: ReadonlySet<string>,
): PassingEndReason | undefined {
  const kinds = new Set(world.messages.after(since).map((message) => happenedKind(message)));
  const isNew = treatyDecisions(world).some(({ keys }) => keys.some((key) => !known.has(key)));
  return SUDDEN.find((kind) => kinds.has(kind)) ?? (isNew ? 'treaty' : undefined);
}
