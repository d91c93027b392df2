import { z } from 'zod';
import { ok } from '#shared/core/result.js';
import { hasBit } from '../../freeciv/value-codecs.js';
import { displayName, wireNameOf } from '../../rules/lookup/names.js';
import {
  type BuyVerdict,
  canBuy,
  isSureToBuy,
  sellableBuildings,
  sellPrice,
} from '../../rules/production/buy-and-sell.js';
import { invalidAction } from '../action.js';
import { defineCityAction } from '../actor-action.js';
import { actorFields, choiceTarget, resolveChoice } from '../common-fields.js';

const whyNot: Readonly<Record<Exclude<BuyVerdict, 'possible'>, string>> = {
  not_told: 'You cannot see into this city',
  founded_this_turn: 'A city buys nothing in the turn it was founded in',
  already_bought: 'This city has bought something this turn already',
  complete: 'All shields for what this city builds are there: there is nothing to buy',
  not_for_sale: 'What this city builds cannot be bought',
  in_disorder: 'A city that was in disorder at the turn change buys no units this turn',
  too_small:
    'The unit that this city builds takes citizens and the city has too few: it cannot be completed before the city has grown',
  too_expensive: 'There is not enough gold for it',
};

/** Action `city_buy` (handle_city_buy); costs are gold. */
export const cityBuy = defineCityAction({
  name: 'city_buy',
  doc: 'Complete what a city builds for gold; it is there next turn.',
  schema: z.looseObject({
    ...actorFields,
    max_cost: z.int().min(0).describe('gold; do not pay more than this').optional(),
  }),
  sends: ['city_buy'],
  offers: ({ world, ofCities }) =>
    ofCities((city) => {
      if (canBuy(world, city) !== 'possible') return [];
      const gold = city.detail?.buyCost ?? 0;
      return [
        {
          priority: 'low',
          certain: isSureToBuy(world, city),
          what: `buy what it builds for ${gold} gold`,
          cost: { gold },
        },
      ];
    }),
  plan(port, city, fields) {
    const { id, owner, detail } = city;
    const cost = detail?.buyCost ?? 0;
    const gold = port.world.players.get(owner)?.gold ?? 0;
    const verdict = canBuy(port.world, city);
    if (verdict !== 'possible' && !port.skipsRules) {
      const price = verdict === 'too_expensive' ? `: it costs ${cost}, and ${gold} are there` : '';
      return invalidAction(`${whyNot[verdict]}${price}`, 'data.actor_id', { cost, gold });
    }
    if (fields.max_cost !== undefined && cost > fields.max_cost) {
      return invalidAction(`It costs ${cost} gold, more than max_cost`, 'data.max_cost', { cost, gold });
    }
    return ok({
      send: () => port.request('city_buy', { cityId: id }),
      effect: (before, world) => {
        const left = world.players.get(owner)?.gold ?? 0;
        const bought = world.cities.get(id)?.detail?.didBuy === true;
        const spent = Number(before.player?.gold ?? 0) - left;
        return bought ? { city_id: id, gold_spent: spent, gold: left } : undefined;
      },
    });
  },
});

/** Action `city_sell` (handle_city_sell); prices are gold. */
export const citySell = defineCityAction({
  name: 'city_sell',
  doc: 'Sell a building of a city for gold, one a turn.',
  reach: 'nation',
  schema: z.looseObject({ ...actorFields, target: choiceTarget }),
  sends: ['city_sell'],
  isRarelyWanted: true,
  offers: ({ world, ofCities }) =>
    ofCities((city) =>
      city.detail?.didSell === true
        ? []
        : sellableBuildings(world, city).map((building) => {
            const thing = world.ruleset.improvements.get(building);
            const what = `sell ${displayName(thing?.name ?? '')} for ${sellPrice(world, building)} gold`;
            return { target: { value: wireNameOf(thing) ?? '' }, priority: 'low', certain: true, what };
          }),
    ),
  plan(port, city, fields) {
    const { world } = port;
    const { id } = city;
    if (city.detail?.didSell === true && !port.skipsRules) {
      return invalidAction('This city has sold something this turn already', 'data.actor_id');
    }
    const sellable = new Set(sellableBuildings(world, city));
    const buildings = [...world.ruleset.improvements.values()].filter(
      (building) => port.skipsRules || sellable.has(building.id),
    );
    const building = resolveChoice(buildings, fields.target.value, 'building');
    if (!building.ok) return building;
    const number = building.value.id;
    return ok({
      send: () => port.request('city_sell', { cityId: id, buildId: number }),
      effect: (before, after) => {
        const now = after.cities.get(id);
        const hadIt = hasBit(before.cities.get(id)?.improvements ?? new Uint8Array(), number);
        if (now === undefined || !hadIt || hasBit(now.improvements, number)) return undefined;
        return {
          city_id: id,
          sold: wireNameOf(building.value),
          gold_received: sellPrice(after, number),
          gold: after.players.get(now.owner)?.gold ?? 0,
        };
      },
    });
  },
});
