import { z } from 'zod';
import { ok } from '#shared/core/result.js';
import { ownUnits } from '../../rules/lookup/entity-index.js';
import { displayName, wireNameOf } from '../../rules/lookup/names.js';
import { cityAt } from '../../rules/lookup/tiles.js';
import type { Unit } from '../../world/unit.js';
import { defineAction, invalidAction } from '../action.js';
import type { ActionPort } from '../action-port.js';
import { choiceTarget, resolveChoice } from '../common-fields.js';
import type { OfferMaker } from '../offer-maker.js';
import { unitActionOdds } from './server-odds.js';

/** Action `unit_type_upgrade` (handle_unit_type_upgrade). */
export const unitTypeUpgrade = defineAction({
  name: 'unit_type_upgrade',
  doc: 'Upgrade all units of a type that stand in your cities, for gold, as far as it goes.',
  actor: 'nation',
  schema: z.looseObject({ target: choiceTarget }),
  sends: ['unit_get_actions', 'unit_type_upgrade'],
  offers: async (maker) => {
    const able = await Promise.all(
      maker.units.map(async (unit) => ((await canUpgrade(maker, unit)) ? [unit.type] : [])),
    );
    const offers = [...new Set(able.flat())].map((type) => {
      const unitType = maker.world.ruleset.unitTypes.get(type);
      return {
        target: { value: wireNameOf(unitType) ?? '' },
        priority: 'low' as const,
        certain: true,
        label: `upgrade all ${displayName(unitType?.name ?? '')} in your cities`,
      };
    });
    return maker.named(offers);
  },
  async plan(port, fields) {
    const { world } = port;
    const own = ownUnits(world);
    const types = [...world.ruleset.unitTypes.values()].filter(({ id }) =>
      own.some(({ type }) => type === id),
    );
    const type = resolveChoice(types, fields.target.value, 'unit type of yours');
    if (!type.ok) return type;
    const number = type.value.id;
    if (
      !port.skipsRules &&
      !(await isPossible(
        port,
        own.filter((unit) => unit.type === number),
      ))
    ) {
      return invalidAction('None of these units can be upgraded now', 'data.target', {
        reasons: 'it takes a better type that you can build, a city of yours to stand in, and gold',
      });
    }
    return ok({
      send: () => port.request('unit_type_upgrade', { type: number }),
      effect: (before, after) => {
        const upgraded = ownUnits(after).filter(
          ({ id, type: now }) => before.units.get(id)?.type === number && now !== number,
        );
        if (upgraded.length === 0) return undefined;
        const gold = after.players.get(after.seat.player ?? -1)?.gold ?? 0;
        return {
          upgraded: upgraded.map(({ id }) => id),
          gold_spent: Number(before.player?.gold ?? 0) - gold,
        };
      },
    });
  },
});

async function canUpgrade(maker: OfferMaker, unit: Unit): Promise<boolean> {
  if (cityAt(maker.world, unit.tile)?.owner !== unit.owner) return false;
  const here = (await maker.odds(unit)).find(({ tile }) => tile === unit.tile);
  return here?.odds.has('ACTION_UPGRADE_UNIT') === true;
}

/** Whether the server would upgrade one of these units now. */
async function isPossible(port: ActionPort<'unit_get_actions'>, units: readonly Unit[]): Promise<boolean> {
  const own = port.world.seat.player;
  const housed = units.filter((unit) => cityAt(port.world, unit.tile)?.owner === own);
  for (const unit of housed) {
    const { odds } = await unitActionOdds(port, unit, unit.tile);
    if (odds.has('ACTION_UPGRADE_UNIT')) return true;
  }
  return false;
}
