import { expect, test } from 'vitest';
import { actorOptions } from '../../../features/advisor/options/actor-options.js';
import { situationOf } from '../../../features/advisor/situation.js';
import { threats } from '../../../features/advisor/threats/threats.js';
import { actorOptionsText } from '../../../features/texts/options-text.js';
import type { ActionPort } from '../../../proxy/actions/action-port.js';
import { legalActions } from '../../../proxy/actions/legal-actions.js';
import type { ActionProbability } from '../../../proxy/freeciv/value-codecs.js';
import { attackOdds } from '../../../proxy/rules/combat/odds.js';
import type { Unit } from '../../../proxy/world/unit.js';
import type { World } from '../../../proxy/world/world.js';
import { must, tableWith, unitWith, worldWith, worldWithUnits } from '../../support/changed-world.js';
import { worldAtTurn } from '../../support/recorded-world.js';

/** The classic ruleset, in which fights go to the end. */
const recorded = worldAtTurn(60);
const at = (x: number, y: number) => must(recorded.map.tileAt({ x, y }));
const typeNamed = (name: string) =>
  must([...recorded.ruleset.unitTypes.values()].find(({ ruleName }) => ruleName === name)).id;

const [FIELD, BESIDE] = [at(9, 21), at(9, 22)];
/** Twenty hit points at a firepower of one, against thirty: few rounds do not decide it. */
const defender: Unit = {
  ...must(recorded.units.get(131)),
  ...{ type: typeNamed('Marines'), tile: FIELD, hp: 20, veteran: 0, activity: 'ACTIVITY_IDLE' },
};
const attacker = unitWith(
  must(recorded.units.get(170)),
  { type: typeNamed('Armor'), tile: BESIDE, hp: 30, veteran: 0, activity: 'ACTIVITY_IDLE' },
  { movesleft: 9 },
);

/** The world in which fights are broken off after some rounds. */
function worldOf(rounds: number, ...units: readonly Unit[]): World {
  const effect = { effectValue: rounds, hasMultiplier: false, multiplier: 0, reqsCount: 0, reqs: [] };
  const { ruleset } = recorded;
  const effects = [...ruleset.effects, { ...effect, effectType: 'EFT_COMBAT_ROUNDS' as const }];
  return worldWith(worldWithUnits(recorded, ...units), { ruleset: { ...ruleset, effects } });
}

/** A server that tells the odds of a fight to the end, or that it cannot say. */
function portOf(world: World, told: ActionProbability): ActionPort {
  const attack = [...world.ruleset.actions.keys()].indexOf('ACTION_ATTACK');
  return {
    world,
    request: async (_name, fields) => {
      const asked = { actorUnitId: attacker.id, targetTileId: -1, disturbPlayer: false, ...fields };
      const isThere = asked.actorUnitId === attacker.id && asked.targetTileId === FIELD;
      const actionProbabilities = [...world.ruleset.actions.keys()].map((_, index) =>
        isThere && index === attack ? told : { min: 0, max: 0 },
      );
      const common = { targetUnitId: isThere ? defender.id : 0, targetCityId: 0 };
      return {
        packets: [{ name: 'unit_actions', fields: { ...asked, ...common, actionProbabilities } }],
        messages: [],
      };
    },
  };
}

async function told(rounds: number, probability: ActionProbability) {
  const world = worldOf(rounds, attacker, defender);
  const offers = await legalActions(portOf(world, probability), attacker.id);
  const offer = must(offers.find(({ type }) => type === 'unit_attack'));
  const form = { actions: ['unit_attack'] };
  const options = actorOptions(world, attacker.id, offers, form);
  const { win, undecided, fightToTheEnd } = must(attackOdds(world, attacker, FIELD));
  return {
    offer,
    option: must(options.options[0]),
    text: actorOptionsText(options),
    win,
    undecided,
    fightToTheEnd,
  };
}

test('where fights end after some rounds, an attack has its odds of winning and of staying undecided', async () => {
  const { offer, option, text, win, undecided, fightToTheEnd } = await told(19, { min: 190, max: 191 });
  expect(fightToTheEnd).toBeGreaterThan(0.9);
  expect(win).toBeLessThan(0.5);
  expect(offer.certain).toBe(false);
  expect(Math.abs((offer.odds?.[0] ?? 1) - win)).toBeLessThanOrEqual(0.005);
  expect(Math.abs((offer.odds?.[1] ?? 1) - win)).toBeLessThanOrEqual(0.005);
  expect(offer.undecided).toBeCloseTo(undecided, 2);
  const open = `${Math.round(undecided * 100)} % undecided`;
  expect(offer.label).toContain(open);
  expect(option).toMatchObject({ odds: offer.odds, undecided: offer.undecided });
  expect(text).toContain(` to win, ${open}`);
});

test('too few rounds to win leave nothing but a draw', async () => {
  const { offer } = await told(2, { min: 190, max: 191 });
  expect(offer).toMatchObject({ certain: false, odds: [0, 0], undecided: 1, priority: 'low' });
});

test('odds stay open against units that may be hidden, and those in sight are told', async () => {
  const { offer } = await told(2, { min: 0, max: 200 });
  expect(offer).toMatchObject({ odds: [0, 1], undecided: 1 });
  expect(offer.label).toContain('(0 % to win, 100 % undecided against those in sight)');
});

const open = { min: 0, max: 200 };
const foreignCity = { ...must([...recorded.cities.values()].find(({ owner }) => owner !== 0)), tile: FIELD };
const cityWith = (occupied: boolean) =>
  worldWith(worldWithUnits(recorded, attacker), {
    cities: tableWith(recorded.cities, ({ id }) => id, { ...foreignCity, occupied }),
  });

test.each([
  [
    'is not offered without moves left',
    worldOf(0, unitWith(attacker, {}, { movesleft: 0 }), defender),
    open,
    0,
  ],
  ['is not offered against a city that is seen to be empty', cityWith(false), open, 0],
  ['is offered against a city with somebody in it', cityWith(true), open, 1],
  ['is offered where the server tells odds', cityWith(false), { min: 50, max: 50 }, 1],
])('an attack %s', async (_what, world, probability, count) => {
  const offers = await legalActions(portOf(world, probability), attacker.id);
  expect(offers.filter(({ type }) => type === 'unit_attack')).toHaveLength(count);
});

test('a fight to the end has the odds that the server tells', async () => {
  const { offer, text } = await told(0, { min: 190, max: 191 });
  expect(offer).toMatchObject({ odds: [0.95, 0.955] });
  expect(offer).not.toHaveProperty('undecided');
  expect(text).not.toContain('undecided');
});

test('a threat says what share of its best fight stays undecided', () => {
  const city = must([...recorded.cities.values()].find(({ owner }) => owner === 0));
  const guard = unitWith(attacker, { tile: city.tile, type: typeNamed('Musketeers'), hp: 20 });
  const beside = must(
    [...recorded.tiles.values()].find((one) => recorded.map.distance(one.tile, city.tile) === 1),
  );
  const raider = { ...defender, tile: beside.tile, type: typeNamed('Artillery') };
  const near = ({ world }: { world: World }) =>
    threats(situationOf(world)).find(({ city_id, odds }) => city_id === city.id && odds !== undefined);
  expect(near({ world: worldOf(2, guard, raider) })).toMatchObject({ odds: 0, undecided: 1 });
  expect(JSON.stringify(must(near({ world: worldOf(0, guard, raider) })))).not.toContain('undecided');
});
