import { attackOdds } from '../../../../proxy/rules/combat/odds.js';
import {
  attackPower,
  combatRounds,
  defensePower,
  firepowers,
} from '../../../../proxy/rules/combat/strength.js';
import { canTypeTarget, diesAsStack, isGameLossProtected } from '../../../../proxy/rules/combat/targets.js';
import { stepsFrom } from '../../../../proxy/rules/lookup/adjacency.js';
import {
  canExistAt,
  isNativeNear,
  isNativeTile,
  isSafeCoast,
} from '../../../../proxy/rules/lookup/nativity.js';
import { cityAt, terrainOf, unitsOn } from '../../../../proxy/rules/lookup/tiles.js';
import type { Tristate } from '../../../../proxy/rules/lookup/tristate.js';
import { hasMoreToExplore } from '../../../../proxy/rules/movement/exploration.js';
import {
  blockedSteps,
  boardableTransports,
  canLeaveTransport,
  isCertainStep,
  legalSteps,
} from '../../../../proxy/rules/movement/legal-steps.js';
import { findPath, routeOf } from '../../../../proxy/rules/movement/path.js';
import { canLoad, canUnload, cargoOf } from '../../../../proxy/rules/movement/transport.js';
import { type TerrainWork, terrainWorks } from '../../../../proxy/rules/terrain/terrain-work.js';
import { turnsOfWork } from '../../../../proxy/rules/terrain/work-time.js';
import { canFoundCities, isEnabledAgainstAll } from '../../../../proxy/rules/units/action-enablers.js';
import {
  canAutoWork,
  canExplore,
  canFortify,
  canSentry,
  canSurviveHere,
} from '../../../../proxy/rules/units/unit-activities.js';
import { convertedType, isScout, moveRate, unitTypeOf } from '../../../../proxy/rules/units/unit-type.js';
import { showsAllUnits } from '../../../../proxy/rules/units/visibility.js';
import type { Unit } from '../../../../proxy/world/unit.js';
import type { World } from '../../../../proxy/world/world.js';
import { must } from '../../../support/changed-world.js';
import { ownUnits } from '../../../support/own-things.js';

/** A tristate as one character. */
export function sign(truth: Tristate | undefined): string {
  if (truth === undefined) return '.';
  return truth === 'unknown' ? '?' : truth ? '+' : '-';
}

function nameOf(world: World, unit: Unit): string {
  return `${unitTypeOf(world, unit)?.ruleName} ${unit.id}`;
}

function place(world: World, tile: number): string {
  return Object.values(world.map.position(tile)).join(',');
}

function brief(direction: string): string {
  return direction
    .replace('DIR8_', '')
    .replace('NORTH', 'N')
    .replace('SOUTH', 'S')
    .replace('EAST', 'E')
    .replace('WEST', 'W');
}

/** Every own unit with the steps it can and cannot take: their cost, and `?` where that is not certain. */
export function stepLines(world: World): string[] {
  return ownUnits(world).map((unit) => {
    const open = legalSteps(world, unit).map(
      ({ direction, cost, certain }) => `${brief(direction)} ${cost ?? 'any'}${certain ? '' : '?'}`,
    );
    const shut = blockedSteps(world, unit).map(
      ({ direction, obstacle }) => `${brief(direction)} ${obstacle}`,
    );
    const certain = stepsFrom(world.map, unit.tile).map(({ tile }) => sign(isCertainStep(world, unit, tile)));
    return `${nameOf(world, unit)} at ${place(world, unit.tile)}: ${[...open, ...shut].join(', ')} ${certain.join('')}`;
  });
}

const PATHS_EACH = 2;

/** Ways of every third own unit to some tiles around it. */
export function pathLines(world: World): string[] {
  return ownUnits(world)
    .filter((_, index) => index % 3 === 0)
    .flatMap((unit) => {
      const around = stepsFrom(world.map, unit.tile)
        .flatMap(({ tile }) => stepsFrom(world.map, tile))
        .flatMap(({ tile }) => stepsFrom(world.map, tile).map((step) => step.tile));
      const goals = [...new Set(around)]
        .filter((_, index) => index % 11 === unit.id % 11)
        .slice(0, PATHS_EACH);
      return goals.map((goal) => {
        const path = findPath(world, unit, goal, 150);
        const start = `${nameOf(world, unit)} from ${place(world, unit.tile)} to ${place(world, goal)}:`;
        if (path === undefined) return `${start} no way`;
        const { steps, turns, movesLeft, certain, outOfFuel } = path;
        const way = steps.map(({ direction }) => brief(direction)).join(' ');
        return `${start} ${way}, turns ${turns}, left ${movesLeft} ${sign(certain)}${sign(outOfFuel)}`;
      });
    });
}

const WORKS: readonly TerrainWork[] = [
  'road',
  'irrigation',
  'mine',
  'base',
  'transform',
  'pillage',
  'pollution',
  'fallout',
];

/** What every own unit can do where it stands, and with the transports near it. */
export function activityLines(world: World): string[] {
  return ownUnits(world).map((unit) => {
    const type = must(unitTypeOf(world, unit));
    const can = [
      ...[
        canSurviveHere(world, unit, type),
        canFortify(world, unit),
        canExplore(world, unit),
        canSentry(world, unit),
      ],
      ...[
        canAutoWork(world, unit),
        isScout(world, unit),
        canFoundCities(world, unit),
        hasMoreToExplore(world, unit),
      ],
      ...[canLeaveTransport(world, unit), canUnload(world, unit), isGameLossProtected(world, unit)],
    ];
    const works = WORKS.flatMap((work) =>
      terrainWorks(world, unit, work).map(({ extra }) => `${work} ${extra?.ruleName ?? ''}`.trim()),
    );
    const boards = boardableTransports(world, unit).map(({ id }) => id);
    const loads = unitsOn(world, unit.tile).map((other) => sign(canLoad(world, unit, other)));
    return [
      `${nameOf(world, unit)} ${can.map(sign).join('')} rate ${moveRate(world, unit, type)}`,
      `becomes ${convertedType(world, unit)?.ruleName} done in ${turnsOfWork(world, unit)} (${works.join(', ')})`,
      `boards ${boards.join(' ')} loads ${loads.join('')} carries ${cargoOf(world, unit).length} goes ${unit.detail && routeOf(world.map, unit.detail)}`,
    ].join(' ');
  });
}

/** The strengths of every own unit against those beside it, and what comes of an attack. */
export function combatLines(world: World): string[] {
  return ownUnits(world).flatMap((unit) => {
    const near = stepsFrom(world.map, unit.tile).map(({ tile }) => tile);
    return near
      .filter((tile) => unitsOn(world, tile).length > 0)
      .map((tile) => {
        const odds = attackOdds(world, unit, tile);
        const each = unitsOn(world, tile).map((other) => {
          const fire = firepowers(world, unit, other);
          const power = `${defensePower(world, unit, other)}/${fire?.attacker}:${fire?.defender}`;
          return `${other.id}${sign(canTypeTarget(world, unit, other))}${power}`;
        });
        const actions = (['ACTION_ATTACK', 'ACTION_BOMBARD', 'ACTION_NUKE'] as const).map((action) =>
          sign(isEnabledAgainstAll(world, unit, action, tile)),
        );
        const chances = odds && [odds.win, odds.lose, odds.fightToTheEnd].map((chance) => chance.toFixed(3));
        const best = odds && `${odds.defender.id} ${chances?.join(' ')} ${sign(odds.certain)}`;
        return `${nameOf(world, unit)} ${attackPower(world, unit, tile)} r${combatRounds(world, unit)} ${actions.join('')} on ${each.join(' ')}: ${best}`;
      });
  });
}

/** Who can be on some tiles, by class and by type, and what is seen there. */
export function nativityLines(world: World): string[] {
  const { unitClasses, unitTypes } = world.ruleset;
  return [...world.tiles.values()]
    .filter(({ tile }) => tile % 7 === 0 || cityAt(world, tile) !== undefined)
    .slice(0, 50)
    .map(({ tile }) => {
      const of = [...unitClasses.keys()];
      const native = of.map((unitClass) => sign(isNativeTile(world, unitClass, tile))).join('');
      const near = of.map((unitClass) => sign(isNativeNear(world, unitClass, tile))).join('');
      const exist = [...unitTypes.values()].map((type) => sign(canExistAt(world, type, tile))).join('');
      const rest = [isSafeCoast(world, tile), showsAllUnits(world, tile), diesAsStack(world, tile)]
        .map(sign)
        .join('');
      return `${place(world, tile)} ${terrainOf(world, tile)?.ruleName} ${native} ${near} ${exist} ${rest}`;
    });
}
