import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Actor, Stage } from '../../support/stage.js';

describe('map window', () => {
  let stage: Stage;
  let ann: Actor;

  beforeAll(async () => {
    stage = await Stage.of(['ann', 'ben']);
    ann = stage.first()[0];
  });

  afterAll(() => stage[Symbol.asyncDispose]());

  test('the map around a place has a row for each y, and nothing from outside', async () => {
    const city = await ann.city('Rome', { x: 20, y: 15 });
    const workers = await ann.unit('Workers', { x: 21, y: 15 });
    await ann.unit('Warriors', { x: 26, y: 15 });
    const view = await ann.agent.state({ format: 'map', centre: { x: 20, y: 15 }, radius: 2 });
    if (!('rows' in view)) throw new Error('there are no rows');
    expect(view.columns).toBe('x 18 19 20 21 22');
    expect(view.rows?.map((row) => row.split(' ')[0])).toEqual(['13', '14', '15', '16', '17']);
    expect(view.rows?.[2]).toMatch(/^15 g\w? g\w? 20:# g\w? g\w? \| ours /iu);
    expect(view.cities).toEqual([`20,15 ours: Rome ${city.id}, size ${city.size}`]);
    expect(view.units).toEqual([`21,15 ours: Workers ${workers.id}`]);
    expect(view).not.toHaveProperty('legal_actions');
  });

  test('a map window of radius 0 says what one tile is, what it yields and who works it', async () => {
    const worked = await ann.agent.state({ format: 'map', centre: { x: 20, y: 15 }, radius: 0 });
    expect(worked).toMatchObject({
      tile: expect.stringMatching(
        /^grassland.*, yields food \d+, shields \d+, trade \d+, worked by Rome \d+$/u,
      ),
    });
    const beside = await ann.agent.state({ format: 'map', centre: { x: 22, y: 15 }, radius: 0, as: 'text' });
    expect(beside).toMatchObject({ map: expect.stringMatching(/\ngrassland.*, yields food \d+/u) });
    const unknown = await ann.agent.state({ format: 'map', centre: { x: 0, y: 0 }, radius: 0 });
    expect(unknown).toMatchObject({ tile: 'unknown' });
  });

  test('a map window is around an actor, as text, with some lists only, and as large as tokens allow', async () => {
    const { agent } = ann;
    const [unit] = (await agent.state({ format: 'full', sections: ['units'] })).units ?? [];
    if (unit === undefined) throw new Error('there are no units');
    const around = await agent.state({ format: 'map', actor_id: unit.id, radius: 1, as: 'text' });
    expect(around).toMatchObject({ map: expect.stringContaining(`around (${unit.x}, ${unit.y})`) });
    const lists = await agent.state({ format: 'map', center: { x: 1, y: 1 }, sections: ['cities'] });
    expect(Object.keys(lists)).toContain('cities');
    expect(Object.keys(lists)).not.toContain('rows');
    const small = await agent.request('state_query', { format: 'map', radius: 40, max_tokens: 300 });
    expect(small.tokens?.total).toBeLessThanOrEqual(300);
    expect(small.omitted).toEqual({});
  });

  test('a place beyond the map and an actor that nobody knows are refused', async () => {
    const { agent } = ann;
    await expect(agent.state({ format: 'map', centre: { x: 20, y: 400 } })).rejects.toMatchObject({
      code: 'E105',
      message: expect.stringContaining('(20, 400) is beyond the map, which has x 0 to 39 and y 0 to 29'),
    });
    await expect(agent.state({ format: 'map', actor_id: 99_999 })).rejects.toMatchObject({ code: 'E130' });
  });
});
