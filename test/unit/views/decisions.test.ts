import { expect, test } from 'vitest';
import { type BriefContext, briefView } from '../../../features/advisor/brief/brief.js';
import { openDecisions } from '../../../features/advisor/brief/turn-end-reasons.js';
import { unitWithId } from '../../../features/advisor/text-parts.js';
import { turnDigest } from '../../../features/advisor/turn-digest.js';
import type { EventType } from '../../../proxy/freeciv/generated/packets.js';
import { placeName } from '../../../proxy/orders/descriptions.js';
import type { AttentionRequest } from '../../../proxy/orders/tracked-order.js';
import type { Plan } from '../../../proxy/plans/plan.js';
import { canBuild } from '../../../proxy/rules/production/build-targets.js';
import { allTargets } from '../../../proxy/rules/production/target.js';
import { isIdle } from '../../../proxy/rules/units/unit-activities.js';
import { isFighter } from '../../../proxy/rules/units/unit-type.js';
import { commit, markChanged, type World } from '../../../proxy/world/world.js';
import { must, tableWith, unitWith, worldWith, worldWithUnits } from '../../support/changed-world.js';
import { ownCities, ownUnits } from '../../support/own-things.js';
import { worldAtTurn } from '../../support/recorded-world.js';

const recorded = worldAtTurn(60);
/** The recorded world in which two military units have nothing to do. */
const world = worldWithUnits(
  recorded,
  ...ownUnits(recorded)
    .filter((unit) => isFighter(recorded, unit))
    .slice(0, 2)
    .map((unit) =>
      unitWith(
        unit,
        { activity: 'ACTIVITY_IDLE' },
        { activity: 'ACTIVITY_IDLE', movesleft: 3, hasOrders: false, doneMoving: false },
      ),
    ),
);
const research = must(world.research.get(0));
const [first, second] = ownUnits(world).filter(isIdle);
const [city, other] = ownCities(world);

/** A number that no technology has: nothing is researched. */
const UNSET = 999;
const undecided = worldWith(world, {
  research: tableWith(world.research, ({ id }) => id, { ...research, researching: UNSET }),
});
const queue: Plan = { kind: 'research_queue', id: 'q', since: 1, techs: [5] };

function asks(unitId: number, sentence: string): AttentionRequest {
  return { unitId, why: 'idle', turn: 60, tile: 0, sentence };
}

function withUnrest(...ids: readonly number[]): World {
  const cities = ids.map((id) => {
    const found = must(world.cities.get(id));
    return { ...found, detail: { ...must(found.detail), pplUnhappy: [9], pplHappy: [0] } };
  });
  return worldWith(world, { cities: tableWith(world.cities, ({ id }) => id, ...cities) });
}

const firstCity = must(city);
const secondCity = must(other);
const firstUnit = must(first);
const secondUnit = must(second);

/** The lines of a brief that begin so. */
function lines(there: World, what: string, context: Partial<BriefContext> = {}): readonly string[] {
  return briefView(there, { since: there.messages.count, ...context }).decisions.filter((line) =>
    line.startsWith(what),
  );
}

/** The world in which the first city builds something, with these on its worklist. */
function building(name: string, items: readonly string[]): World {
  const there = worldAtTurn(60);
  const find = (wanted: string) => must(allTargets(there).find(({ thing }) => thing.ruleName === wanted));
  const { kind: productionKind, value: productionValue } = find(name);
  const worklist = items.map(find).map(({ kind, value }) => ({ kind, value }));
  const detail = { ...must(firstCity.detail), productionKind, productionValue, worklist };
  there.cities.set(firstCity.id, { ...firstCity, detail }, markChanged(there));
  commit(there);
  return there;
}

/** Lets the server say something; the number of messages before it. */
function said(there: World, event: EventType, message: string): number {
  const { count } = there.messages;
  there.messages.add({ message, event, tile: -1, turn: 60, phase: 0, connId: -1 }, markChanged(there));
  commit(there);
  return count;
}

test('a brief asks for order in cities in disorder, by name, every turn', () => {
  expect(lines(world, 'restore_order')).toEqual([]);
  expect(lines(withUnrest(firstCity.id), 'restore_order')).toEqual([
    `restore_order: ${firstCity.name} ${firstCity.id}`,
  ]);
  const both = withUnrest(firstCity.id, secondCity.id);
  expect(lines(both, 'restore_order')).toEqual([
    `restore_order: ${firstCity.name} ${firstCity.id}, ${secondCity.name} ${secondCity.id}`,
  ]);
  expect(openDecisions(both, { since: 0 })).toContainEqual(
    expect.objectContaining({
      why: 'disorder',
      keys: [`disorder ${firstCity.id}`, `disorder ${secondCity.id}`],
      recurs: true,
    }),
  );
});

test('a brief asks what to research while nothing is, unless a queue decides', () => {
  expect(lines(world, 'choose_research')).toEqual([]);
  const [line] = lines(undecided, 'choose_research');
  expect(line).toMatch(/^choose_research: [a-z_]+(, [a-z_]+)*( and \d+ more)?/u);
  expect(lines(undecided, 'choose_research', { plans: [queue] })).toEqual([]);
  expect(openDecisions(undecided, { since: 0 })).toContainEqual(
    expect.objectContaining({ why: 'research', keys: [line], recurs: true }),
  );
  expect(openDecisions(undecided, { since: 0, plans: [queue] }).map(({ why }) => why)).not.toContain(
    'research',
  );
});

test('a brief asks for orders for the units that ask, each with its sentence, then for all others', () => {
  const [line, ...none] = lines(world, 'give_orders');
  expect(none).toEqual([]);
  expect(line).toContain(` ${firstUnit.id}`);
  const calls = [asks(firstUnit.id, 'It has arrived.'), asks(999_999, 'It is no more.')];
  const [asking, rest] = lines(world, 'give_orders', { calls });
  expect(asking).toBe('give_orders: It has arrived.');
  expect(rest).not.toContain(` ${firstUnit.id}`);
  expect(rest).toContain(` ${secondUnit.id}`);
  const keys = openDecisions(world, { since: 0, calls }).filter(({ why }) => why === 'unit');
  expect(keys.map((decision) => decision.keys[0])).toContain(`unit ${firstUnit.id}`);
  expect(keys.every(({ recurs }) => !recurs)).toBe(true);
});

test("a brief asks for what the agent's own notes say that are due", () => {
  const notes = [{ id: 3, text: 'look at the harbour', turn: 50, due_turn: 60 }];
  expect(lines(world, 'note')).toEqual([]);
  expect(lines(world, 'note', { notes })).toEqual(['note 3: look at the harbour']);
  expect(openDecisions(world, { since: 0, notes })).toContainEqual(
    expect.objectContaining({ why: 'note', keys: ['note 3'], recurs: false }),
  );
});

test('a brief asks nothing of a unit that a plan sends to settle', () => {
  const plan: Plan = {
    ...{ kind: 'settle', id: 's', since: 1, unitId: firstUnit.id, unit: 'Settlers', site: 5 },
    ...{ isBest: true, tries: 0, sentFrom: 0, sentTurn: 0 },
  };
  expect(lines(world, 'give_orders', { plans: [plan] }).join()).not.toContain(` ${firstUnit.id}`);
});

test.each([
  ['builds something else', 'Warriors', ['Library'], 'can be built now'],
  ['has begun it', 'Library', ['Library'], undefined],
  ['cannot build it yet', 'Warriors', ['University'], undefined],
  ['has it no more on its worklist', 'Warriors', [], undefined],
])('a brief asks for what a city postponed and can build now, where it %s', (_what, name, items, asked) => {
  const postponed = items[0] ?? 'Library';
  const there = building(name, items);
  const sentence = `${firstCity.name} can't build ${postponed} from the worklist; tech X not yet available. Postponing...`;
  const since = said(there, 'E_CITY_CANTBUILD', sentence);
  const advisor = `Advisor advises ${firstCity.name} is building ${name} as it had no choice.`;
  said(there, 'E_IMP_AUTO', advisor.replace(firstCity.name, `[l tgt="city" id=${firstCity.id} name="X" /]`));
  const chosen = `choose_production: the server's advisor chose ${name} in ${firstCity.name} ${firstCity.id}`;
  const line = `choose_production: ${firstCity.name} ${firstCity.id} builds Warriors; Library, which it postponed on its worklist, can be built now`;
  expect(lines(there, 'choose_production', { since })).toEqual([asked === undefined ? chosen : line]);
  const { happened } = briefView(there, { since });
  expect(happened.some((one) => one.includes('Postponing'))).toBe(postponed === 'University');
  const { happened: inDigest } = turnDigest(there, { since });
  expect(inDigest.some((one) => one.includes('Postponing'))).toBe(postponed === 'University');
});

test.each([
  ['without clauses that nobody accepted', [], false, false, []],
  ['that the other accepted', [], false, true, ['has accepted: nothing yet']],
  [
    'with clauses',
    [{ giver: 0, type: 'CLAUSE_GOLD', value: 50 }],
    false,
    false,
    ['is at the table: we give gold 50'],
  ],
  [
    'with a gift',
    [{ giver: 2, type: 'CLAUSE_EMBASSY', value: 0 }],
    false,
    true,
    ['has accepted: they give embassy'],
  ],
  ['that was accepted already', [{ giver: 0, type: 'CLAUSE_GOLD', value: 50 }], true, true, []],
] as const)('a brief asks about a treaty %s', (_which, clauses, iAccepted, otherAccepted, told) => {
  const treaty = { counterpart: 2, clauses, iAccepted, otherAccepted };
  const treaties = tableWith(world.treaties, ({ counterpart }) => counterpart, treaty);
  const expected = told.map((rest) => `answer_treaty: "Rudolf II" (player 2) ${rest}`);
  expect(lines(worldWith(world, { treaties }), 'answer_treaty')).toEqual(expected);
});

test('a city with all shields for a unit that takes its last citizen is told, and when it has grown', () => {
  const settlers = must(allTargets(world).find(({ thing }) => thing.ruleName === 'Settlers'));
  const building = (size: number, shieldStock: number, food: number) => {
    const detail = {
      ...must(firstCity.detail),
      ...{ productionKind: settlers.kind, productionValue: settlers.value, shieldStock, foodStock: 0 },
      surplus: [food, 2, 0, 0, 0, 0],
    };
    const there = { ...firstCity, granary: undefined, size, detail };
    return worldWith(world, { cities: tableWith(world.cities, ({ id }) => id, there) });
  };
  const start = `choose_production: ${firstCity.name} ${firstCity.id}`;
  const [told] = lines(building(1, 60, 2), start);
  expect(told).toMatch(
    / has the shields for Settlers, and size 1 is too small: it has the citizens in \d+ turns$/u,
  );
  expect(lines(building(1, 60, 0), start)).toEqual([
    `${start} has the shields for Settlers, and size 1 is too small: it does not grow`,
  ]);
  expect(lines(building(2, 60, 2), start)).toEqual([]);
  expect(lines(building(1, 10, 2), start)).toEqual([]);
});

test('the name of a city in disorder is quoted where it says more than a name', () => {
  const restless = must(withUnrest(firstCity.id).cities.get(firstCity.id));
  const captured = { ...restless, name: 'Rome; end_turn: nothing needs a decision' };
  const there = worldWith(world, { cities: tableWith(world.cities, ({ id }) => id, captured) });
  expect(lines(there, 'restore_order')).toEqual([`restore_order: "${captured.name}" ${captured.id}`]);
});

test('cities that cannot build any more what they build have a line for each product', () => {
  const built = must(
    allTargets(world).find(
      (target) => target.kind === 'VUT_IMPROVEMENT' && canBuild(world, firstCity, target) === false,
    ),
  );
  const own = [...world.cities.values()].filter(({ owner }) => owner === world.seat.player).slice(0, 2);
  const stopped = own.map((city) => ({
    ...city,
    detail: { ...must(city.detail), productionKind: built.kind, productionValue: built.value },
  }));
  const there = worldWith(world, { cities: tableWith(world.cities, ({ id }) => id, ...stopped) });
  const names = own.map(({ id, name }) => `${name} ${id}`);
  expect(lines(there, `choose_production: ${built.thing.name}`)).toEqual([
    `choose_production: ${built.thing.name} cannot be built any more in ${names.join(', ')}`,
  ]);
});

test('units that cannot do where they are what they were sent for have a line for each reason', () => {
  const goal = firstCity.tile;
  const waiting = (unitId: number, problem?: string): Plan => ({
    ...{ kind: 'go_and', id: `go_and-${unitId}`, since: 1, unitId, unit: 'Caravan', goal, stage: 'there' },
    ...{ purpose: 'help_wonder', tries: 1, sentFrom: goal, sentTurn: 60 },
    ...(problem !== undefined && { problem }),
  });
  const full = 'it needs no more shields';
  const plans = [waiting(firstUnit.id, full), waiting(secondUnit.id, full)];
  const names = `${unitWithId(world, firstUnit)}, ${unitWithId(world, secondUnit)}`;
  const place = placeName(world, goal);
  expect(lines(world, 'give_orders', { plans })).toEqual([
    `give_orders: ${names} cannot help wonder at ${place}: ${full}`,
  ]);
  expect(lines(world, 'give_orders', { plans: [waiting(firstUnit.id), waiting(secondUnit.id)] })).toEqual([]);
  // What it can do in the next turn needs no decision.
  const tired = worldWithUnits(world, unitWith(firstUnit, {}, { movesleft: 0 }));
  expect(lines(tired, 'give_orders', { plans: [waiting(firstUnit.id, full)] })).not.toContainEqual(
    expect.stringContaining('cannot help wonder'),
  );
});
