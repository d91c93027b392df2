import type { PassingEndReason } from '#shared/protocol/state/brief.js';
import { turnsLeft } from '../../../proxy/rules/lookup/game-length.js';
import { wireNameOf } from '../../../proxy/rules/lookup/names.js';
import { allTechs, ownResearch, techState } from '../../../proxy/rules/lookup/research.js';
import { outputWorth } from '../../../proxy/rules/players/output-worth.js';
import { isEndless, productionName, productionOf } from '../../../proxy/rules/production/target.js';
import { nameText } from '../../../proxy/world/name-text.js';
import type { World } from '../../../proxy/world/world.js';
import { productionChoices } from '../production/advice.js';
import { GOLD_RESERVE, purchases } from '../production/purchases.js';
import { openingTechs } from '../rules/opened-by-tech.js';
import { foundersSites } from '../settling/settling.js';
import { type Situation, situationOf } from '../situation.js';
import { threats } from '../threats/threats.js';
import type { BriefContext } from './brief.js';
import { decisionsOf, treatyDecisions } from './decisions.js';
import { type HappenedKind, happenedKind } from './happened-kinds.js';
import type { PendingDecision } from './pending-decision.js';

/** A reason to stop passing turns, and what it is about. It has a text where no list of a brief says it. */
export type Reason = Omit<PendingDecision, 'text'> & { readonly text?: string };

/**
 * What needs a decision when passing turns. Beside the decisions of a brief: grave threats, technologies that open something,
 * what the treasury can buy, and cities without work, each of which a brief has in another list.
 */
export function openDecisions(
  world: World,
  { since, calls = [], plans = [], notes = [] }: Omit<BriefContext, 'ended'>,
): readonly Reason[] {
  const situation = situationOf(world);
  const plan = foundersSites(situation);
  const dangers = threats(situation).filter(({ severity }) => severity === 'high');
  return [
    ...dangers.map(({ type, player_id: player, city_id: city }) => ({
      why: 'threat' as const,
      keys: [`threat ${type} ${player} ${city}`],
      recurs: false,
    })),
    ...decisionsOf(situation, { plan, calls, plans, notes, since }).map(
      ({ text: _text, ...reason }) => reason,
    ),
    ...openedTechs(world),
    ...productionReasons(situation),
  ];
}

/** What the treasury can buy, and cities without work, each with its line. */
export function productionReasons(situation: Situation): readonly PendingDecision[] {
  return [...purchasesInReach(situation), ...idleCities(situation)];
}

/** The known technologies that open something: what is new among them is worth a look. */
function openedTechs(world: World): readonly Reason[] {
  const research = ownResearch(world);
  if (research === undefined) return [];
  const opening = openingTechs(world);
  const keys = allTechs(world)
    .filter(({ id }) => opening.has(id) && techState(research, id) === 'known')
    .map(({ id }) => `tech ${id}`);
  return reasonOf('learned', keys);
}

/** What cities build and the treasury can pay for, where it is worth its gold. */
function purchasesInReach(situation: Situation): readonly PendingDecision[] {
  const { world, player } = situation;
  const gold = (player?.gold ?? 0) - GOLD_RESERVE;
  const all = purchases(situation, productionChoices(situation), outputWorth(world), turnsLeft(world));
  return all
    .filter(({ price }) => price <= gold)
    .map(({ city, price }) => {
      const name = productionName(world, city);
      const text = `buy: ${name} in ${nameText(city.name)} ${city.id} for ${price} gold (city_buy)`;
      return { why: 'gold', keys: [`purchase ${city.id} ${name}`], recurs: false, text };
    });
}

/** Cities that make coinage where something else pays. */
function idleCities(situation: Situation): readonly PendingDecision[] {
  const { world } = situation;
  return productionChoices(situation).flatMap(({ city, choice: { target, why } }) => {
    const present = productionOf(world, city);
    const isIdle = present === undefined || isEndless(present);
    if (!isIdle || isEndless(target)) return [];
    const text = `choose_production: ${nameText(city.name)} ${city.id} builds ${productionName(world, city)}; ${wireNameOf(target.thing) ?? ''}: ${why}`;
    return [{ why: 'production', keys: [`idle ${city.id}`], recurs: false, text }];
  });
}

function reasonOf(why: PassingEndReason, keys: readonly string[]): readonly Reason[] {
  return keys.length === 0 ? [] : [{ why, keys, recurs: false }];
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
