import { estimatedTokens, MAX_ESTIMATE_ERROR } from '#shared/core/estimated-tokens.js';
import type { Offer } from '#shared/protocol/state/offer.js';
import type { ActorOption, ActorOptions } from '#shared/protocol/state/options.js';
import { describeOccupation, unitName } from '../../../proxy/orders/descriptions.js';
import { occupationOf } from '../../../proxy/orders/occupation.js';
import { expectedIncome } from '../../../proxy/rules/cities/income.js';
import { displayName, wireNameOf } from '../../../proxy/rules/lookup/names.js';
import { terrainOf } from '../../../proxy/rules/lookup/tiles.js';
import { buildCost } from '../../../proxy/rules/production/build-costs.js';
import { canBuy } from '../../../proxy/rules/production/buy-and-sell.js';
import { isEndless, productionOf } from '../../../proxy/rules/production/target.js';
import { cityView } from '../../../proxy/views/entities/city-view.js';
import type { City } from '../../../proxy/world/city.js';
import { nameText } from '../../../proxy/world/name-text.js';
import type { Unit } from '../../../proxy/world/unit.js';
import type { World } from '../../../proxy/world/world.js';
import { actorOptionsText } from '../../texts/options-text.js';
import { productionAdvice } from '../production/advice.js';
import { situationOf } from '../situation.js';
import { positionText, turnsText } from '../text-parts.js';
import { cityOptions } from './city-options.js';
import { nationOptions } from './nation-options.js';
import { type RankedOption, shownOption, sortedByWorth } from './ranked-option.js';
import { unitOptions } from './unit-options.js';

/** Tokens of the options of one actor, as JSON or text. */
const MAX_TOKENS = 300;
/** Tokens of the fields around the options in an answer. */
const ENVELOPE_TOKENS = 20;
/** As text the many coordinates make the estimate less exact. */
const MAX_TEXT_ERROR = 1.2;

/** The form of the options. */
interface OptionsForm {
  /** Only these actions, with all of their ways. */
  readonly actions?: readonly string[] | undefined;
  /** Whether they are shown as text, which has room for more of them. */
  readonly isText?: boolean;
}

/**
 * What one unit or city, or the nation without an id, can do now: its offers with what comes of each, the best first, as
 * many as fit 300 tokens. With `actions` all ways of these actions, however many.
 */
export function actorOptions(
  world: World,
  actorId: number | undefined,
  offers: readonly Offer[],
  { actions, isText = false }: OptionsForm = {},
): ActorOptions {
  const unit = world.units.get(actorId ?? -1);
  const city = world.cities.get(actorId ?? -1);
  const sorted = sortedByWorth(rankedOptions(world, unit, city, offers));
  const header = {
    actor: unit ? unitText(world, unit) : city ? cityText(world, city) : nationText(world),
    actor_id: actorId,
  };
  if (actions !== undefined)
    return {
      ...header,
      options: sorted.filter(({ offer }) => actions.includes(offer.type)).map(shownOption),
    };
  const room = MAX_TOKENS / (isText ? MAX_TEXT_ERROR : MAX_ESTIMATE_ERROR) - ENVELOPE_TOKENS;
  let answer = answerOf(header, [], sorted);
  for (const next of sorted) {
    const shown = [...answer.options, shownOption(next)];
    const longer = answerOf(header, shown, sorted.slice(shown.length));
    if (estimatedTokens(isText ? actorOptionsText(longer) : JSON.stringify(longer)) > room) break;
    answer = longer;
  }
  return answer;
}

function rankedOptions(
  world: World,
  unit: Unit | undefined,
  city: City | undefined,
  offers: readonly Offer[],
): readonly RankedOption[] {
  if (unit !== undefined) return unitOptions(world, unit, offers);
  if (city === undefined) return nationOptions(world, world.seat.player ?? -1, offers);
  return cityOptions(world, city, offers, productionAdvice(situationOf(world)).get(city.id));
}

/** The options that are shown, and of each action how many more there are. */
function answerOf(
  header: Pick<ActorOptions, 'actor' | 'actor_id'>,
  options: readonly ActorOption[],
  rest: readonly RankedOption[],
): ActorOptions {
  const more: Record<string, number> = {};
  for (const { offer } of rest) more[offer.type] = (more[offer.type] ?? 0) + 1;
  const [first] = Object.keys(more);
  const ask = `all: sections ["${first}"]`;
  return { ...header, options, ...(first !== undefined && { more, ask }) };
}

function unitText(world: World, unit: Unit): string {
  const { detail, tile, hp } = unit;
  const fragments = Math.max(1, world.ruleset.terrainControl?.moveFragments ?? 1);
  const moves = Math.round((100 * (detail?.movesleft ?? 0)) / fragments) / 100;
  const occupation = occupationOf(world, unit);
  const terrain = terrainOf(world, tile);
  return [
    `${unitName(world, unit)} ${positionText(world, tile)}`,
    ...(terrain === undefined ? [] : [displayName(terrain.name).toLowerCase()]),
    `${hp} HP`,
    `moves left ${moves}`,
    occupation === undefined ? 'idle' : describeOccupation(world, occupation),
  ].join(', ');
}

function cityText(world: World, city: City): string {
  const { production, production_turns: turns, disorder } = cityView(world, city);
  const when = turns == null ? '' : ` (${[turnsText(turns), ...stockText(world, city)].join('; ')})`;
  return [
    `${nameText(city.name)} ${city.id} ${positionText(world, city.tile)}`,
    `size ${city.size}`,
    ...(disorder === true ? ['in disorder'] : []),
    `builds ${production ?? 'nothing'}${when}`,
    ...priceText(world, city),
  ].join(', ');
}

/** What the production costs where there is not enough gold for it; offers have the other prices. */
function priceText(world: World, city: City): readonly string[] {
  if (canBuy(world, city) !== 'too_expensive') return [];
  const gold = world.players.get(city.owner)?.gold ?? 0;
  return [`costs ${city.detail?.buyCost ?? 0} gold to buy, you have ${gold}`];
}

/** `12 of 40 shields`. */
function stockText(world: World, city: City): readonly string[] {
  const target = productionOf(world, city);
  if (target === undefined || isEndless(target)) return [];
  return [`${city.detail?.shieldStock ?? 0} of ${buildCost(world, target)} shields`];
}

function nationText(world: World): string {
  const me = world.seat.player ?? -1;
  const player = world.players.get(me);
  if (player === undefined) return 'no nation';
  const government = wireNameOf(world.ruleset.governments.get(player.government)) ?? 'no government';
  const income = expectedIncome(world, me);
  return `${nameText(player.name)}, ${government}, tax/luxury/science ${player.tax}/${player.luxury}/${player.science}, gold ${player.gold} (${income < 0 ? '' : '+'}${income} a turn)`;
}
