import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { CityRow } from '#shared/protocol/state/city-rows.js';
import { stateAnswerSchema } from '#shared/protocol/state/state-answer.js';
import { expectToFit } from '../../support/fits.js';
import { type Actor, Stage } from '../../support/stage.js';

describe('rows of cities', () => {
  let stage: Stage;
  let alice: Actor;

  beforeAll(async () => {
    stage = await Stage.of(['alice']);
    [alice] = stage.first();
    await alice.city('Aton', { x: 20, y: 15 });
    await alice.city('Beta', { x: 26, y: 15 });
    await alice.city('Gamma', { x: 20, y: 21 });
    await stage.nextTurn();
  });

  afterAll(() => stage[Symbol.asyncDispose]());

  /** The data of a state_update in this format. */
  async function answer(fields: object) {
    const whole = await alice.agent.request('state_query', { format: 'cities', ...fields });
    expectToFit(stateAnswerSchema, whole);
    if (whole.format !== 'cities') throw new Error('the answer has another format');
    return whole.data;
  }

  async function ask(fields: object = {}) {
    const data = await answer(fields);
    if ('rows' in data) throw new Error('the rows are text');
    return { cities: [], ...data };
  }

  async function askText(fields: object = {}): Promise<string> {
    const data = await answer({ ...fields, as: 'text' });
    return 'rows' in data ? data.rows : '';
  }

  const names = (cities: readonly CityRow[]) => cities.map(({ name }) => name);

  test('rows of cities have the figures of the game server for all own cities', async () => {
    const { cities, unchanged } = await ask({ all: true });
    const full = await alice.agent.state();
    expect(names(cities)).toEqual(['Aton', 'Beta', 'Gamma']);
    expect(unchanged).toBe(0);
    for (const row of cities) {
      const city = full.cities.find(({ id }) => id === row.id);
      const { food, shield, trade, gold, luxury, science } = row.outputs;
      const net = [food, shield, trade, gold, luxury, science].map((amounts) => amounts?.net ?? 0);
      expect(net).toEqual(Object.values(city?.surplus ?? {}));
      expect(row.tiles).toHaveLength(row.size + 1);
      expect(row.tiles[0]).toMatchObject({ x: city?.x, y: city?.y });
    }
  });

  test('rows of cities come again when they have changed, unless all are asked for', async () => {
    await ask({ all: true });
    expect(await ask()).toMatchObject({ cities: [], unchanged: 3, since: alice.world.version });
    const beta = [...alice.world.cities.values()].find(({ name }) => name === 'Beta');
    const { version } = alice.world;
    await alice.does('city_production', { city_id: beta?.id, target: 'Barracks' });
    const changed = await ask();
    expect(names(changed.cities)).toEqual(['Beta']);
    expect(changed.cities[0]?.building).toMatchObject({ name: 'barracks' });
    expect((await ask()).cities).toEqual([]);
    expect(names((await ask({ since_version: version })).cities)).toEqual(['Beta']);
    expect(names((await ask({ all: true })).cities)).toEqual(['Aton', 'Beta', 'Gamma']);
  });

  test('rows of cities as text are a line for each', async () => {
    const rows = await askText({ all: true });
    expect(rows.split('\n')).toHaveLength(5);
    expect(rows).toMatch(/^Turn \d+, version \d+: 3 cities\.\n.*net\/gross.*\n\d+ Aton 1 f\d+ s\d+ /u);
    expect(await askText()).toMatch(/0 cities changed since version \d+, 3 did not\.$/u);
  });

  test('rows of cities that do not fit max_tokens come with the next answer', async () => {
    const packed = await ask({ all: true, max_tokens: 450 });
    expect(packed.cities.length).toBeLessThan(3);
    await alice.does('city_production', { city_id: packed.cities[0]?.id, target: 'Settlers' });
    await ask({ max_tokens: 100 });
    expect(names((await ask()).cities)).toContain(packed.cities[0]?.name);
  });
});
