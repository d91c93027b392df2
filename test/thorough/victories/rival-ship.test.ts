import { expect, test } from 'vitest';
import type { City } from '../../../proxy/world/city.js';
import { type Actor, Stage } from '../../support/stage.js';

const SITES = [17, 19, 21, 23];

/** Buys the least that flies: it is there with the next turns. */
async function buildShip(stage: Stage, owner: Actor): Promise<void> {
  await owner.allTechs();
  const cities: City[] = [];
  for (const x of SITES) cities.push(await owner.city(`Place ${x}`, { x, y: 15 }));
  await owner.gold(900_000);
  await stage.nextTurn();
  const four = (target: string) => Array.from({ length: SITES.length }, () => target);
  const rounds = [four('Factory'), ['Apollo Program'], ['Space Component', 'Space Component']];
  const parts = ['Space Module', 'Space Module', 'Space Module', 'Space Structural'];
  for (const targets of [...rounds, parts, four('Space Structural'), four('Space Structural')]) {
    for (const [index, target] of targets.entries()) {
      const city_id = cities[index]?.id;
      await owner.does('city_production', { city_id, target });
      await owner.does('city_buy', { city_id });
    }
    await stage.nextTurn();
  }
  await owner.does('spaceship_place');
}

test('a rival’s spaceship is an urgent threat with its arrival, until the rival’s capital is taken', async () => {
  await using stage = await Stage.of(['alice', 'bob'], { victory: ['SPACERACE'] });
  const [alice, bob] = stage.pair();
  await alice.city('Home', { x: 26, y: 19 });
  await stage.meet();
  await buildShip(stage, bob);
  const read = () => alice.agent.state({ format: 'brief', sections: ['threats', 'happened'] });
  expect((await read()).threats).toContainEqual(
    expect.stringMatching(
      /builds a spaceship \(9 structurals, 2 components, 3 modules\); taking its capital/u,
    ),
  );
  await bob.does('spaceship_launch');
  await alice.sees((world) => world.spaceships.get(bob.player)?.sshipState === 'SSHIP_LAUNCHED');
  const { threats = [], happened = [] } = await read();
  expect(threats[0]).toMatch(
    /under way that arrives at the end of turn \d+, in \d+ turns: then the game is lost/u,
  );
  expect(happened[0]).toMatch(/have launched a spaceship/u);
  await alice.unit('Armor', { x: 16, y: 15 });
  const [armor] = [...alice.world.units.values()].filter(({ owner }) => owner === alice.player).slice(-1);
  await alice.does('unit_conquer_city', { unit_id: armor?.id, target: { x: 17, y: 15 } });
  await bob.sees((world) => world.spaceships.get(bob.player)?.sshipState === 'SSHIP_NONE');
  const after = await read();
  expect(after.threats?.filter((line) => line.includes('spaceship'))).toEqual([]);
  expect(after.happened?.join(' ')).toMatch(/spaceship is lost/u);
  expect((await bob.refused('spaceship_launch')).message).toContain('no spaceship');
}, 60_000);
