import { setTimeout as sleep } from 'node:timers/promises';
import { passTurn, type ScenarioPlayer, type ScenarioSeat } from './play-scenario.js';

const POLL_MS = 20;

/** A script that reaches all goals of a scenario, by its name. Each is written for that stage and no other. */
export const solutions: Readonly<Record<string, ScenarioPlayer>> = {
  settle: alone(async (seat) => {
    const sites = [
      { x: 5, y: 4 },
      { x: 18, y: 4 },
      { x: 11, y: 11 },
    ];
    for (const [at, { id }] of (await seat.units('settlers')).entries())
      await seat.does('settle', { actor_id: id, target: sites[at] });
  }),

  explore: alone(async (seat) => {
    for (const { id } of await seat.units('explorer')) await seat.does('unit_explore', { actor_id: id });
  }),

  grow: alone(async (seat) => {
    const { id: city, x, y } = await seat.city('Roma');
    await seat.does('city_production', { city_id: city, target: 'Warriors' });
    for (const { id } of await seat.units('settlers'))
      await seat.does('go_and', { actor_id: id, target: { x, y }, do: 'join_city' });
    await untilOver(seat, () => seat.tries('city_arrange_citizens', { city_id: city }));
  }),

  wonder: alone(async (seat) => {
    const { id: city, x, y } = await seat.city('Giza');
    await seat.does('city_production', { city_id: city, target: 'Pyramids' });
    for (const { id } of await seat.units('caravan'))
      await seat.does('unit_move', { unit_id: id, target: { x, y } });
    await untilOver(seat, async () => {
      for (const { id } of await seat.units('caravan')) await seat.tries('unit_help_wonder', { unit_id: id });
      await seat.tries('city_buy', { city_id: city });
    });
  }),

  research: alone(async (seat) => {
    await seat.does('player_rates', { tax: 40, luxury: 0, science: 60 });
    await seat.does('research_queue', { techs: ['Bronze Working', 'Currency', 'Writing'] });
    for (const { id } of await seat.ownCities())
      await seat.does('city_production', { city_id: id, target: 'Warriors' });
  }),

  economy: alone(async (seat) => {
    await seat.does('player_rates', { tax: 60, luxury: 0, science: 40 });
    for (const { id } of await seat.ownCities())
      await seat.does('city_production', { city_id: id, target: 'Coinage' });
  }),

  celebrate: alone(async (seat) => {
    const { id: city, x, y } = await seat.city('Rio');
    await seat.does('player_rates', { tax: 0, luxury: 60, science: 40 });
    await seat.does('city_production', { city_id: city, target: 'Temple' });
    for (const { id } of await seat.units('settlers'))
      await seat.does('go_and', { actor_id: id, target: { x, y }, do: 'join_city' });
    const tiles = [
      { x: 10, y: 6 },
      { x: 10, y: 7 },
    ];
    await untilOver(seat, async () => {
      await seat.tries('set_city_tiles', { city_id: city, tiles });
      await seat.tries('city_buy', { city_id: city });
    });
  }),

  defend: alone(async (seat) => {
    const { id: city } = await seat.city('Troy');
    await seat.does('city_production', { city_id: city, target: 'Pikemen' });
    await seat.does('city_worklist', {
      city_id: city,
      items: ['Pikemen', 'City Walls', 'Pikemen', 'Pikemen', 'Pikemen'],
    });
    await untilOver(seat, async () => {
      for (const { id } of await seat.units('pikemen', 'warriors'))
        await seat.tries('unit_fortify', { unit_id: id });
      await seat.tries('city_buy', { city_id: city });
    });
  }),

  'take-city': alone((seat) => storm(seat, 'Carthage')),
  'stop-rival': alone((seat) => storm(seat, 'Delphi')),

  landing: alone(async (seat) => {
    const [ship] = await seat.units('galleon');
    if (ship === undefined) throw new Error('there is no galleon');
    const soldiers = await seat.units('musketeers');
    for (const { id } of soldiers) await seat.does('unit_load', { unit_id: id, target: { id: ship.id } });
    await seat.does('unit_move', { unit_id: ship.id, target: { x: 16, y: 7 } });
    await untilOver(seat, async () => {
      for (const { id } of soldiers) await seat.tries('unit_move', { unit_id: id, target: { x: 17, y: 7 } });
    });
  }),

  'sea-and-air': alone((seat) =>
    untilOver(seat, async () => {
      for (const attacker of await seat.units('battleship', 'bomber')) await sinkNearest(seat, attacker);
    }),
  ),

  negotiate: alone(async (seat) => {
    const { players = {}, player_id: me } = await seat.state();
    const id = Object.values(players).find((player) => player.id !== me)?.id;
    const them = { target: { id } };
    const agree = async (...clauses: readonly object[]): Promise<void> => {
      await seat.tries('treaty_cancel_meeting', them);
      await seat.does('treaty_open', them);
      for (const clause of clauses) await seat.does('treaty_add_clause', { ...them, ...clause });
      await seat.does('treaty_accept', them);
    };
    await agree({ clause: 'ceasefire' });
    const gold = players[String(me)]?.gold ?? 0;
    const gifts = ['Pottery', 'Horseback Riding'].map((value) => ({ clause: 'advance', value }));
    await agree(
      { clause: 'advance', giver: 'them', value: 'Currency' },
      ...gifts,
      { clause: 'embassy' },
      { clause: 'gold', value: gold },
    );
  }),

  alliance: async ([one, other]) => {
    if (one === undefined || other === undefined) throw new Error('an alliance of one');
    const [me, them] = [(await one.state()).player_id ?? -1, (await other.state()).player_id ?? -1];
    await one.does('treaty_open', { target: { id: them } });
    for (const clause of ['embassy', 'alliance'])
      await one.does('treaty_add_clause', { target: { id: them }, clause });
    await one.does('treaty_add_clause', { target: { id: them }, clause: 'embassy', giver: 'them' });
    await one.does('treaty_accept', { target: { id: them } });
    // The other one is told by a connection of its own.
    while (!(await other.state()).treaties?.some((treaty) => treaty.other_accepted)) await sleep(POLL_MS);
    await other.does('treaty_accept', { target: { id: me } });
  },

  spaceship: alone((seat) =>
    untilOver(seat, async () => {
      const cities = await seat.ownCities();
      const hasApollo = cities.some(({ improvements }) => improvements.includes('apollo_program'));
      const [first, ...others] = hasApollo
        ? ['Space Structural', 'Space Component', 'Space Module', 'Space Structural']
        : ['Apollo Program', 'Coinage', 'Coinage', 'Coinage'];
      for (const { id, improvements } of cities) {
        const next = id === cities[0]?.id ? first : others.shift();
        const target = improvements.includes('factory') ? next : 'Factory';
        await seat.tries('city_production', { city_id: id, target });
        await seat.tries('city_buy', { city_id: id });
      }
      await seat.tries('spaceship_place');
      await seat.tries('spaceship_launch');
    }),
  ),
};

function alone(play: (seat: ScenarioSeat) => Promise<unknown>): ScenarioPlayer {
  return async ([seat]) => {
    if (seat === undefined) throw new Error('a scenario without a seat');
    await seat.agent.push('turn_start');
    await play(seat);
  };
}

async function untilOver(seat: ScenarioSeat, turn: () => Promise<unknown>): Promise<void> {
  while (!seat.isOver) {
    await turn();
    if (!seat.isOver) await passTurn([seat]);
  }
}

/** Shoots at a city until it has no defender, then marches in. A city of one citizen is destroyed by that. */
function storm(seat: ScenarioSeat, name: string): Promise<void> {
  return untilOver(seat, async () => {
    for (const unit of await seat.units('artillery', 'horsemen')) {
      const city = await seat.findCity(name);
      if (city === undefined) return;
      const target = { x: city.x, y: city.y };
      if (distance(unit, target) > 1)
        await seat.tries('unit_move', { unit_id: unit.id, target: beside(unit, target) });
      else if (unit.type === 'artillery') await seat.tries('unit_attack', { unit_id: unit.id, target });
      else await seat.tries('unit_conquer_city', { unit_id: unit.id, target });
    }
  });
}

/** Goes to the nearest ship of others and attacks it; battleships look for more where none is in sight. */
async function sinkNearest(
  seat: ScenarioSeat,
  { id, type, x, y }: Place & { id: number; type: string },
): Promise<void> {
  const { units = [], player_id: me } = await seat.state();
  const [target] = units
    .filter(({ owner }) => owner !== me)
    .sort((a, b) => distance({ x, y }, a) - distance({ x, y }, b));
  if (target === undefined) {
    const search = x < 14 ? { x: 14, y: 8 } : { x: 16, y: 7 };
    if (type === 'battleship') await seat.tries('unit_move', { unit_id: id, target: search });
    return;
  }
  if (distance({ x, y }, target) > 1)
    await seat.tries('unit_move', { unit_id: id, target: beside({ x, y }, target) });
  await seat.tries('unit_attack', { unit_id: id, target: { x: target.x, y: target.y } });
}

interface Place {
  readonly x: number;
  readonly y: number;
}

function distance(one: Place, other: Place): number {
  return Math.max(Math.abs(one.x - other.x), Math.abs(one.y - other.y));
}

/** The tile beside `to` that is nearest to `from`. */
function beside(from: Place, to: Place): Place {
  return { x: to.x + Math.sign(from.x - to.x), y: to.y + Math.sign(from.y - to.y) };
}
