import { z } from 'zod';
import { ok } from '#shared/core/result.js';
import { maxRate, type Rates } from '../../rules/players/government.js';
import type { World } from '../../world/world.js';
import { defineAction, invalidAction } from '../action.js';

const percent = z.int().min(0).max(100);

/** Action `player_rates` (handle_player_rates); rates are per cent. */
export const playerRates = defineAction({
  name: 'player_rates',
  doc: 'Set what trade is used for, in per cent: tax, luxury and science make 100 together.',
  schema: z.looseObject({ tax: percent, luxury: percent, science: percent }),
  sends: ['player_rates'],
  aliases: ['tax_rates', 'set_tax_rates', 'set_rates'],
  offers: ({ world, ofNation }) =>
    ofNation(() => {
      const own = world.seat.player ?? -1;
      const now = rates(world, own);
      const change = (one: Rates) =>
        Math.abs(one.tax - now.tax) + Math.abs(one.luxury - now.luxury) + Math.abs(one.science - now.science);
      return possibleRates(maxRate(world, own))
        .toSorted((a, b) => change(a) - change(b))
        .filter(
          ({ tax, luxury, science }) => tax !== now.tax || luxury !== now.luxury || science !== now.science,
        )
        .map((one) => ({
          ...one,
          priority: 'low',
          certain: true,
          label: `tax ${one.tax} %, luxury ${one.luxury} %, science ${one.science} %`,
        }));
    }),
  plan(port, { tax, luxury, science }) {
    const { world } = port;
    const own = world.seat.player ?? -1;
    if (tax + luxury + science !== 100 && !port.skipsRules) {
      return invalidAction('Tax, luxury and science must make 100 together', 'data', {
        sum: tax + luxury + science,
        rates: rates(world, own),
      });
    }
    const max = maxRate(world, own);
    const tooHigh = Object.entries({ tax, luxury, science }).find(([, rate]) => rate > max);
    if (tooHigh !== undefined && !port.skipsRules) {
      const [name] = tooHigh;
      return invalidAction(`Under this government no rate is more than ${max}`, `data.${name}`, {
        expected: `0-${max}`,
        rates: rates(world, own),
      });
    }
    return ok({
      send: async () => [await port.request('player_rates', { tax, luxury, science })],
      effect: (before, after) => {
        const now = rates(after, own);
        const set = now.tax === tax && now.luxury === luxury && now.science === science;
        const { player } = before;
        const same = player?.tax === tax && player.luxury === luxury && player.science === science;
        return set && !same ? now : undefined;
      },
    });
  },
});

const STEP = 10;

/** Every way to part a hundred in steps of ten, no part more than `max`. */
function possibleRates(max: number): Rates[] {
  const parts = Array.from({ length: 100 / STEP + 1 }, (_, index) => index * STEP);
  return parts
    .flatMap((tax) => parts.map((luxury) => ({ tax, luxury, science: 100 - tax - luxury })))
    .filter(({ tax, luxury, science }) => science >= 0 && Math.max(tax, luxury, science) <= max);
}

function rates(world: World, player: number) {
  const { tax = 0, luxury = 0, science = 0 } = world.players.get(player) ?? {};
  return { tax, luxury, science };
}
