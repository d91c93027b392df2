import { z } from 'zod';
import { ok } from '#shared/core/result.js';
import type { Reply } from '../../freeciv/brackets.js';
import { displayName, wireNameOf } from '../../rules/lookup/names.js';
import { type Government, maxRate, possibleGovernments, type Rates } from '../../rules/players/government.js';
import { type AnarchyTurns, anarchyTurns } from '../../rules/players/reachable-governments.js';
import { currentRates } from '../../rules/players/realm-forecast.js';
import { turnOf, type World } from '../../world/world.js';
import { defineAction, invalidAction } from '../action.js';
import { choiceTarget, resolveChoice } from '../common-fields.js';
import { nameOrNone } from '../entity-facts.js';
import { missingTechSentence } from '../missing-tech.js';
import type { NationOffer } from '../offer-maker.js';

/** Action `player_government` (handle_player_change_government). */
export const playerGovernment = defineAction({
  name: 'player_government',
  doc: 'Start a revolution: after some turns of anarchy the nation has the government chosen.',
  actor: 'nation',
  reach: 'nation',
  schema: z.looseObject({ target: choiceTarget }),
  sends: ['player_change_government'],
  aliases: ['change_government', 'revolution'],
  offers: ({ world, ofNation }) =>
    ofNation(() => {
      const length = anarchyWords(anarchyTurns(world));
      return choices(world).map((government) => ({
        target: { value: wireNameOf(government) },
        priority: 'low',
        certain: true,
        label: `revolution for ${displayName(government.name)}${government.id === world.game?.governmentDuringRevolutionId ? '' : length}`,
      }));
    }),
  plan(port, fields) {
    const government = resolveChoice(
      port.skipsRules ? all(port.world) : choices(port.world),
      fields.target.value,
      'government',
      { all: all(port.world), refusal: (one) => governmentRefusal(port.world, one) },
    );
    if (!government.ok) return government;
    const { id } = government.value;
    const own = port.world.players.get(port.world.seat.player ?? -1);
    const already = own?.targetGovernment === id || own?.government === id;
    return ok({
      send: () => port.request('player_change_government', { government: id }),
      effect: (_before, world, replies) => {
        const player = world.players.get(world.seat.player ?? -1);
        const isSo = player?.targetGovernment === id || player?.government === id || willBe(replies);
        if (player === undefined || !isSo || already) return undefined;
        const left = player.revolutionFinishes - turnOf(world);
        return {
          government: nameOrNone(world.ruleset.governments.get(player.government)),
          target_government: nameOrNone(world.ruleset.governments.get(id)),
          turns_of_anarchy: player.government === id ? 0 : Math.max(0, left),
        };
      },
    });
  },
});

/** Where no anarchy is due, 3.2 changes the government as the turn ends, and says so in a message alone. */
function willBe(replies: readonly Reply[]): boolean {
  return replies.some(({ messages }) => messages.some(({ event }) => event === 'E_REVOLT_START'));
}

function all({ ruleset }: World): Government[] {
  return [...ruleset.governments.values()];
}

/** The governments the seat may change to, anarchy last; the one it has is none of them. */
function choices(world: World): Government[] {
  const player = world.players.get(world.seat.player ?? -1);
  if (player === undefined) return [];
  const between = world.game?.governmentDuringRevolutionId;
  return possibleGovernments(world, player)
    .filter(({ id }) => id !== player.government)
    .toSorted((a, b) => Number(a.id === between) - Number(b.id === between));
}

/** Why a government cannot be chosen: it is there, or a technology is missing. */
function governmentRefusal(world: World, government: Government): string | undefined {
  const name = displayName(government.name);
  const own = world.players.get(world.seat.player ?? -1);
  if (own?.government === government.id) return `You have the government ${name} already`;
  const techs = government.reqs.filter(({ type, present }) => type === 'VUT_ADVANCE' && present);
  const [missing] = techs.flatMap(({ value }) => missingTechSentence(world, name, value) ?? []);
  return missing;
}

const percent = z.int().min(0).max(100);

/** Action `player_rates` (handle_player_rates); rates are per cent. */
export const playerRates = defineAction({
  name: 'player_rates',
  doc: 'Set what trade is used for, in per cent: tax, luxury and science make 100 together.',
  actor: 'nation',
  schema: z.looseObject({ tax: percent, luxury: percent, science: percent }),
  sends: ['player_rates'],
  aliases: ['tax_rates', 'set_tax_rates', 'set_rates'],
  offers: ({ world, ofNation }) =>
    ofNation(() => {
      const own = world.seat.player ?? -1;
      const [max, now] = [maxRate(world, own), currentRates(world, own)];
      const rates = [max, now.tax, now.luxury, now.science].join();
      const known = lastChanges.get(world);
      if (known?.rates === rates) return known.offers;
      const offers = rateChanges(max, now);
      lastChanges.set(world, { rates, offers });
      return offers;
    }),
  plan(port, { tax, luxury, science }) {
    const { world } = port;
    const own = world.seat.player ?? -1;
    if (tax + luxury + science !== 100 && !port.skipsRules) {
      return invalidAction('Tax, luxury and science must make 100 together', 'data', {
        sum: tax + luxury + science,
        rates: currentRates(world, own),
      });
    }
    const max = maxRate(world, own);
    const tooHigh = Object.entries({ tax, luxury, science }).find(([, rate]) => rate > max);
    if (tooHigh !== undefined && !port.skipsRules) {
      const [name] = tooHigh;
      return invalidAction(`Under this government no rate is more than ${max}`, `data.${name}`, {
        expected: `0-${max}`,
        rates: currentRates(world, own),
      });
    }
    return ok({
      already: isSame(currentRates(world, own), { tax, luxury, science })
        ? 'The rates are so already'
        : undefined,
      send: () => port.request('player_rates', { tax, luxury, science }),
      effect: (before, after) => {
        const now = currentRates(after, own);
        const { player } = before;
        const same = player?.tax === tax && player.luxury === luxury && player.science === science;
        return isSame(now, { tax, luxury, science }) && !same ? { ...now } : undefined;
      },
    });
  },
  undo: (world) => ({ action_type: 'player_rates', ...currentRates(world, world.seat.player ?? -1) }),
});

/** The last offers for each world, with the rates and the highest rate they were made for: they stay the same for many turns. */
const lastChanges = new WeakMap<World, { readonly rates: string; readonly offers: readonly NationOffer[] }>();

/** All other rates, the nearest first. */
function rateChanges(max: number, now: Rates): readonly NationOffer[] {
  const change = ({ tax, luxury, science }: Rates) =>
    Math.abs(tax - now.tax) + Math.abs(luxury - now.luxury) + Math.abs(science - now.science);
  const others = possibleRates(max).filter((one) => change(one) > 0);
  const words = ({ tax, luxury, science }: Rates) => `tax ${tax} %, luxury ${luxury} %, science ${science} %`;
  const offerOf = (one: Rates) => ({ ...one, priority: 'low' as const, certain: true, label: words(one) });
  return others.sort((a, b) => change(a) - change(b)).map(offerOf);
}

function isSame(one: Rates, other: Rates): boolean {
  return one.tax === other.tax && one.luxury === other.luxury && one.science === other.science;
}

const STEP = 10;

/** Every way to part a hundred in steps of ten, no part more than `max`. */
function possibleRates(max: number): Rates[] {
  const parts = Array.from({ length: 100 / STEP + 1 }, (_, index) => index * STEP);
  return parts
    .flatMap((tax) => parts.map((luxury) => ({ tax, luxury, science: 100 - tax - luxury })))
    .filter(({ tax, luxury, science }) => science >= 0 && Math.max(tax, luxury, science) <= max);
}

/** How long a revolution takes, for the label of an offer; empty where it is not known. */
function anarchyWords(turns: AnarchyTurns | undefined): string {
  if (turns === undefined) return '';
  const { min, max } = turns;
  if (max === 0) return ', without anarchy';
  return `, ${min === max ? max : `${min} to ${max}`} turn${max === 1 ? '' : 's'} of anarchy first`;
}
