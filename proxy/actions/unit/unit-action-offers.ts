import type { Level } from '#shared/protocol/state/common.js';
import type { Offer } from '#shared/protocol/state/offer.js';
import { displayName, wireNameOf } from '../../rules/lookup/names.js';
import { researchOf } from '../../rules/lookup/players.js';
import { isEnabledAgainstAll } from '../../rules/units/action-enablers.js';
import { nameText } from '../../world/name-text.js';
import type { Unit } from '../../world/unit.js';
import type { ActorOffer, OfferMaker } from '../offer-maker.js';
import { AnswerCache } from './odds-cache.js';
import { offerOdds, targetId, UNKNOWN_ODDS, type UnitActionOdds } from './server-odds.js';
import { queryPrice, sabotageChoices, stealableTechs } from './unit-action-needs.js';
import type { UnitAction, UnitActionId } from './unit-action-table.js';

/** One way to do an act where it needs more than a place. */
type Choice = Pick<ActorOffer, 'cost' | 'sub_target'>;

/** Every unit, place and choice for which the server gives an act a chance. */
export function unitActionOffers(
  maker: OfferMaker,
  action: UnitActionId,
  { needs, worth = 'low' }: UnitAction,
): Promise<readonly Offer[]> {
  const offersAgainst = async (unit: Unit, answer: UnitActionOdds): Promise<readonly ActorOffer[]> => {
    const choices = await choicesFor(maker, action, needs, unit, answer);
    return choices.flatMap((choice) => offersAt(maker, action, worth, unit, answer, choice));
  };
  return maker.ofUnitsAble(action, (unit, answers) => {
    const possible = answers.filter(({ odds }) => odds.has(action));
    if (possible.length === 0) return [];
    return Promise.all(possible.map((answer) => offersAgainst(unit, answer))).then((found) => found.flat());
  });
}

const choiceCache = new AnswerCache<readonly Choice[]>();

/** What is left to choose, asked of the server where it alone knows; none where it cannot be had. */
async function choicesFor(
  { port, world }: OfferMaker,
  action: UnitActionId,
  needs: UnitAction['needs'],
  unit: Unit,
  answer: UnitActionOdds,
): Promise<readonly Choice[]> {
  const target = targetId(world, action, unit, answer);
  if (target === undefined) return [];
  switch (needs) {
    case undefined:
      return [{}];
    case 'tech': {
      const owner = world.cities.get(target)?.owner ?? -1;
      if (researchOf(world, owner) === undefined) return [];
      return stealableTechs(world, owner).map((tech) => ({ sub_target: wireNameOf(tech) }));
    }
    case 'building':
      return choiceCache.getOrAsk(world, unit, answer.tile, action, async () => {
        const choices = await sabotageChoices(port, action, unit.id, target);
        return choices.map((building) => ({ sub_target: wireNameOf(building) }));
      });
    case 'price':
      return choiceCache.getOrAsk(world, unit, answer.tile, action, async () => {
        const gold = await queryPrice(port, action, unit.id, target);
        const purse = world.players.get(unit.owner)?.gold ?? 0;
        return gold === undefined || gold > purse ? [] : [{ cost: { gold } }];
      });
  }
}

function offersAt(
  { world }: OfferMaker,
  action: UnitActionId,
  priority: Level,
  unit: Unit,
  answer: UnitActionOdds,
  choice: Choice,
): ActorOffer[] {
  const probability = answer.odds.get(action);
  const isOnStack = world.ruleset.actions.get(action)?.tgtKind === 'ATK_UNITS';
  const enabled = isOnStack ? isEnabledAgainstAll(world, unit, action, answer.tile) : true;
  if (probability === undefined || enabled === false) return [];
  const city = world.cities.get(answer.targetCity ?? -1);
  const name = displayName(world.ruleset.actions.get(action)?.uiName.replaceAll(/%s/gu, '') ?? action);
  const where = city === undefined ? '' : ` (${nameText(city.name)})`;
  const which = choice.sub_target === undefined ? '' : `: ${choice.sub_target}`;
  const elsewhere = answer.tile === unit.tile ? {} : { target: world.map.position(answer.tile) };
  // The ruleset's name for people marks a key with an underscore.
  const what = `${name.replaceAll('_', '').trim().toLowerCase()}${which}${where}`;
  return [
    { ...elsewhere, ...choice, priority, ...offerOdds(enabled === true ? probability : UNKNOWN_ODDS), what },
  ];
}
