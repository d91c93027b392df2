import { expect, test } from 'vitest';
import { unitsOn } from '../../../proxy/rules/lookup/tiles.js';
import { findPath } from '../../../proxy/rules/movement/path.js';
import type { Unit } from '../../../proxy/world/unit.js';
import type { World } from '../../../proxy/world/world.js';
import { sendSteps } from '../../support/orders.js';
import { ownUnits } from '../../support/own-things.js';
import { type PlayedGame, playGame } from '../../support/played-game.js';
import { buildRoads, placeUnits, sequence, surroundings } from '../../support/populated-map.js';
import { cases, isMain, rulesets } from '../../support/rulesets.js';

interface Trip {
  readonly what: string;
  readonly unitId: number;
  readonly goal: number;
  readonly due: number;
  readonly movesLeft: number;
}

/** Sends each unit to somewhere it is said to be able to go, as one route. */
async function setOut(game: PlayedGame, random: (below: number) => number): Promise<Trip[]> {
  const { seat } = game;
  const trips: Trip[] = [];
  const tiles = surroundings(seat.world, 60);
  for (const { id } of ownUnits(seat.world)) {
    const unit = seat.world.units.get(id);
    const goal = tiles[random(tiles.length)] ?? 0;
    const path = unit === undefined ? undefined : findPath(seat.world, unit, goal);
    if (unit === undefined || path === undefined || !path.certain || path.steps.length === 0) continue;
    // A ship may set out as well, and take away who has arrived on it.
    if (unitsOn(seat.world, goal).some((other) => capacityOf(seat.world, other) > 0)) continue;
    const { name = '' } = seat.world.ruleset.unitTypes.get(unit.type) ?? {};
    const due = (seat.world.game?.turn ?? 0) + path.turns;
    trips.push({
      what: `${name} ${id} in ${path.turns} turns`,
      unitId: id,
      goal,
      due,
      movesLeft: path.movesLeft,
    });
    await sendSteps(seat, id, path.steps);
  }
  return trips;
}

function capacityOf({ ruleset }: World, { type }: Unit): number {
  return ruleset.unitTypes.get(type)?.transportCapacity ?? 0;
}

/** Lets workers do nothing more: they would build roads under those who are on their way. */
async function stopWork({ seat }: PlayedGame): Promise<void> {
  for (const { id: unitId } of ownUnits(seat.world))
    await seat.request('unit_change_activity', { unitId, activity: 'ACTIVITY_IDLE', target: -1 });
}

/** Arrivals that are due; what is wrong with each. */
function check(game: PlayedGame, trips: readonly Trip[]): string[] {
  const { world } = game.seat;
  return trips.flatMap(({ what, unitId, goal, due, movesLeft }) => {
    const unit = world.units.get(unitId);
    if (unit === undefined || due !== world.game?.turn) return [];
    if (unit.tile !== goal) return [`${what}: still ${world.map.distance(unit.tile, goal)} tiles away`];
    const left = unit.detail?.movesleft;
    return left === movesLeft ? [] : [`${what}: ${left} fragments left, said ${movesLeft}`];
  });
}

test.each(cases(rulesets, isMain))(
  'a unit in %s arrives in the turn and with the moves that its path says',
  async (ruleset) => {
    // Alone in the world: nothing comes in between.
    await using game = await playGame({
      ruleset,
      players: 1,
      commands: ['set size 2', 'set barbarians DISABLED'],
    });
    const random = sequence(ruleset.length);
    await game.playUntil(20);
    await buildRoads(game, random);
    await placeUnits(game, [0], 80, random);
    await stopWork(game);
    const trips = await setOut(game, random);
    const wrong = check(game, trips);
    for (let turn = 0; turn < 12; turn += 1) {
      await game.nextTurn();
      wrong.push(...check(game, trips));
    }
    const now = game.seat.world.game?.turn ?? 0;
    console.info(`${ruleset}: ${trips.filter(({ due }) => due <= now).length} trips`);
    expect(wrong).toEqual([]);
    expect(trips.length).toBeGreaterThan(20);
  },
);
