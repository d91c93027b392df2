import { beforeAll, describe, expect, it } from 'vitest';
import type { Offer } from '#shared/protocol/state/offer.js';
import { type ActorOption, type ActorOptions, actorOptionsSchema } from '#shared/protocol/state/options.js';
import { actorOptions } from '../../../features/advisor/options/actor-options.js';
import { actorOptionsText } from '../../../features/texts/options-text.js';
import type { ActionPort } from '../../../proxy/actions/action-port.js';
import { legalActions } from '../../../proxy/actions/legal-actions.js';
import { type CountTokens, tokenCounter } from '../../../proxy/views/packing/pack-state.js';
import type { World } from '../../../proxy/world/world.js';
import { expectToFit } from '../../support/fits.js';
import { type Recording, worldAtTurn } from '../../support/recorded-world.js';

/** Nobody answers: what only the server knows is not offered. */
function portOf(world: World): ActionPort {
  return {
    world,
    skipsRules: false,
    request: () => Promise.resolve({ packets: [], messages: [] }),
  };
}

/** The nation, and a third of all own units and cities. */
function actorsOf({ units, cities, seat }: World): readonly (number | undefined)[] {
  const own = [...units.values(), ...cities.values()].filter(({ owner }) => owner === seat.player);
  return [undefined, ...own.filter((_, at) => at % 3 === 0).map(({ id }) => id)];
}

/** The offer that an option stands for, by what is sent. */
function sent({ action, what: _what, odds: _odds, target, ...choice }: ActorOption): string {
  return JSON.stringify([action, target, Object.entries(choice).sort()]);
}

function offered(offer: Offer): string {
  const { type, actor_id: _actor, unit_id: _unit, city_id: _city, target, ...rest } = offer;
  const { priority: _priority, certain: _certain, odds: _odds, label: _label, ...choices } = rest;
  const { reason: _reason, cost: _cost, ...choice } = choices;
  const plain = target !== undefined && 'value' in target ? target.value : target;
  return JSON.stringify([type, plain, Object.entries(choice).sort()]);
}

function expectToBeOf(offers: readonly Offer[], { options, more = {} }: ActorOptions): void {
  const all = offers.map(offered);
  expect(options.map(sent).filter((one) => !all.includes(one))).toEqual([]);
  expect(new Set(options.map(sent)).size).toBe(options.length);
  const rest = Object.values(more).reduce((sum, count) => sum + count, 0);
  expect(options.length + rest, 'shown and counted').toBe(offers.length);
}

const moments: readonly (readonly [number, Recording])[] = [
  [1, 'classic-6-ai-100-turns'],
  [40, 'classic-8-ai-150-turns'],
  [100, 'classic-6-ai-100-turns'],
];

let count: CountTokens;

beforeAll(async () => {
  count = await tokenCounter();
});

describe.each(moments)('turn %i of %s', (turn, recording) => {
  it('options are offers in at most 300 tokens; what is left out is counted and can be asked for', async () => {
    const world = worldAtTurn(turn, recording);
    const answer = { version: world.version, turn, seconds_left: null };
    const all = await legalActions(portOf(world));
    for (const actor of actorsOf(world)) {
      const offers = await legalActions(portOf(world), actor ?? 'nation');
      expect(offers).toEqual(all.filter(({ unit_id: unit, city_id: city }) => (unit ?? city) === actor));
      const view = actorOptions(world, actor, offers);
      const what = `${view.actor}: ${JSON.stringify(view.options)}`;
      expectToFit(actorOptionsSchema, view, what);
      expectToBeOf(offers, view);
      expect(count(JSON.stringify({ ...answer, ...view })), what).toBeLessThanOrEqual(300);
      const text = actorOptionsText(actorOptions(world, actor, offers, { isText: true }));
      expect(count(JSON.stringify({ ...answer, options: text })), text).toBeLessThanOrEqual(300);
      expect(offers.length === 0 || view.options.length > 0, what).toBe(true);
      const [left] = Object.keys(view.more ?? {});
      if (left === undefined) continue;
      const whole = actorOptions(world, actor, offers, { actions: [left] });
      expect(whole.options).toHaveLength(offers.filter(({ type }) => type === left).length);
    }
  });
});
