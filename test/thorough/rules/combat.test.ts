import { expect, test } from 'vitest';
import type { Seat } from '../../../proxy/games/seats/seat.js';
import { attackOdds } from '../../../proxy/rules/combat/odds.js';
import { stepsFrom } from '../../../proxy/rules/lookup/adjacency.js';
import { unitsOn } from '../../../proxy/rules/lookup/tiles.js';
import { actionNumber } from '../../../proxy/rules/requirements/requirement-names.js';
import type { Unit } from '../../../proxy/world/unit.js';
import { ownUnits } from '../../support/own-things.js';
import { playGame } from '../../support/played-game.js';
import { buildRoads, placeUnits, sequence } from '../../support/populated-map.js';
import { cases, isMain, rulesets } from '../../support/rulesets.js';

interface Tally {
  told: number;
  readonly wrong: string[];
}

/** Compares our odds with the server's for every attack a seat could make. */
async function compareOdds(seat: Seat, tally: Tally): Promise<void> {
  await seat.request('client_heartbeat', {});
  for (const unit of ownUnits(seat.world)) {
    for (const { tile } of stepsFrom(seat.world.map, unit.tile)) {
      const strangers = unitsOn(seat.world, tile).some(({ owner }) => owner !== unit.owner);
      if (strangers) await compareAttack(seat, unit, tile, tally);
    }
  }
}

/** The server tells in half per cent, from 0 on where there may be units that the seat does not see. */
async function compareAttack(seat: Seat, unit: Unit, tile: number, tally: Tally): Promise<void> {
  const told = await toldOdds(seat, unit, tile);
  if (told === undefined) return;
  const odds = attackOdds(seat.world, unit, tile);
  if (odds?.certain === false) return;
  tally.told += 1;
  const chance = (odds?.fightToTheEnd ?? 0) * 200;
  const fits = told.min <= chance + 1e-6 && chance - 1e-6 <= told.max && told.max - told.min <= 1;
  if (!fits)
    tally.wrong.push(`${describeFight(seat, unit, odds?.defender)}: ${chance}, told ${told.min}-${told.max}`);
}

async function toldOdds(
  seat: Seat,
  unit: Unit,
  tile: number,
): Promise<{ readonly min: number; readonly max: number } | undefined> {
  const { packets } = await seat.request('unit_get_actions', {
    actorUnitId: unit.id,
    targetUnitId: 0,
    targetTileId: tile,
    disturbPlayer: false,
  });
  const answer = packets.find((packet) => packet.name === 'unit_actions');
  const odds = answer?.fields.actionProbabilities[actionNumber('ACTION_ATTACK')];
  const possible =
    odds !== undefined && odds.max > 0 && odds.max <= 200 && !(odds.min === 0 && odds.max === 200);
  return possible ? odds : undefined;
}

function describeFight({ world }: Seat, unit: Unit, defender: Unit | undefined): string {
  const name = (side: Unit | undefined) => world.ruleset.unitTypes.get(side?.type ?? -1)?.ruleName;
  const terrain = world.ruleset.terrains.get(world.tiles.get(defender?.tile ?? 0)?.terrain ?? 0)?.ruleName;
  return `${name(unit)} ${unit.id} against ${name(defender)} ${defender?.id} on ${terrain}`;
}

test.each(cases(rulesets, isMain))(
  'the odds of an attack in %s are those that the server tells',
  async (ruleset) => {
    await using game = await playGame({
      ruleset,
      seats: 2,
      players: 3,
      commands: [
        'set size 2',
        'set startpos ALL',
        'set dispersion 3',
        'set techlevel 20',
        'set diplomacy DISABLED',
      ],
    });
    const random = sequence(ruleset.length);
    await game.playUntil(40);
    await buildRoads(game, random);
    const tally: Tally = { told: 0, wrong: [] };
    for (let round = 0; round < 4; round += 1) {
      await placeUnits(game, [0, 1], 25, random);
      for (const seat of game.seats) await compareOdds(seat, tally);
      await game.nextTurn();
    }
    console.info(`${ruleset}: ${tally.told} attacks`);
    expect(tally.wrong).toEqual([]);
    expect(tally.told).toBeGreaterThan(10);
  },
);
