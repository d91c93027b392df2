import { governmentForecast } from '../../../../features/advisor/rules/government-forecast.js';
import { expectedIncome } from '../../../../proxy/rules/cities/income.js';
import { areAllied, areAtWar, areOnOneTeam, relation } from '../../../../proxy/rules/lookup/players.js';
import {
  allTechs,
  bulbsPerTurn,
  ownResearch,
  possibleTechGoals,
  researchableTechs,
  stepsTo,
  turnsForBulbs,
} from '../../../../proxy/rules/lookup/research.js';
import { unexploredContinents } from '../../../../proxy/rules/movement/unexplored-continents.js';
import {
  canBeGiven,
  cancelObstacle,
  canGiveClause,
  isPact,
  isPactPossible,
  meetingObstacle,
  sharesVision,
  teachableTechs,
} from '../../../../proxy/rules/players/diplomacy.js';
import {
  canRevolt,
  canSetRates,
  maxRate,
  possibleGovernments,
} from '../../../../proxy/rules/players/government.js';
import { anarchyTurns, reachableGovernments } from '../../../../proxy/rules/players/reachable-governments.js';
import {
  calmRates,
  luxurySteps,
  realmBasis,
  realmTotals,
} from '../../../../proxy/rules/players/realm-forecast.js';
import { bulbsLostBySwitching } from '../../../../proxy/rules/players/research-switch.js';
import { goalCost, techCost } from '../../../../proxy/rules/players/tech-cost.js';
import { cityContext, type RequirementContext } from '../../../../proxy/rules/requirements/requirement.js';
import { requiredName } from '../../../../proxy/rules/requirements/requirement-names.js';
import {
  areMet,
  arePossible,
  hasEmbassy,
  type Requirement,
} from '../../../../proxy/rules/requirements/requirements.js';
import type { World } from '../../../../proxy/world/world.js';
import { must } from '../../../support/changed-world.js';
import { ownUnits } from '../../../support/own-things.js';
import { sign } from './unit-lines.js';

const CLAUSES = [
  ...([
    'CLAUSE_ADVANCE',
    'CLAUSE_GOLD',
    'CLAUSE_MAP',
    'CLAUSE_SEAMAP',
    'CLAUSE_CITY',
    'CLAUSE_CEASEFIRE',
  ] as const),
  ...(['CLAUSE_PEACE', 'CLAUSE_ALLIANCE', 'CLAUSE_VISION', 'CLAUSE_EMBASSY'] as const),
];

/** How the seat stands to each other player, and what may be agreed on. */
export function diplomacyLines(world: World): string[] {
  const own = world.seat.player ?? -1;
  return [...world.players.values()].map((other) => {
    const { playerno } = other;
    const sides = [
      areAllied(world, own, playerno),
      areAtWar(world, own, playerno),
      areOnOneTeam(world, own, playerno),
    ];
    const more = [
      hasEmbassy(world, own, playerno),
      hasEmbassy(world, playerno, own),
      sharesVision(world, own, playerno),
    ];
    const clauses = CLAUSES.map((type) => {
      const values =
        type === 'CLAUSE_CITY' ? [...world.cities.values()].map(({ id }) => id) : [0, 5, 20, 60, 200];
      const given = values
        .map((value) => sign(canGiveClause(world, playerno, { giver: own, type, value })))
        .join('');
      const taken = sign(canGiveClause(world, playerno, { giver: playerno, type, value: 5 }));
      return `${given}${taken}${sign(isPact(type))}${sign(isPactPossible(world, playerno, type))}`;
    });
    const gives = [...world.cities.values()].map((city) => sign(canBeGiven(world, city, playerno))).join('');
    const teaches = [teachableTechs(world, own, playerno), teachableTechs(world, playerno, own)].map(
      (techs) => techs.map(({ id }) => id),
    );
    const obstacles = `${meetingObstacle(world, other)} ${cancelObstacle(world, playerno)}`;
    return `${playerno} ${relation(world, own, playerno)} ${sides.map(sign).join('')}${more.map(sign).join('')} ${obstacles} ${clauses.join(' ')} ${gives} teaches ${teaches.join(' gets ')}`;
  });
}

const RATES = [
  { tax: 40, luxury: 0, science: 60 },
  { tax: 0, luxury: 100, science: 0 },
  { tax: 70, luxury: 30, science: 0 },
  { tax: 80, luxury: 20, science: 0 },
  { tax: 60, luxury: 30, science: 20 },
  { tax: -10, luxury: 60, science: 50 },
  { tax: 110, luxury: 0, science: -10 },
  { tax: 33.5, luxury: 33.5, science: 33 },
];

/** Governments, rates and the totals of the seat's realm under them. */
export function governmentLines(world: World): string[] {
  const own = must(world.players.get(world.seat.player ?? -1));
  const { playerno } = own;
  const basis = realmBasis(world, playerno);
  const calm = calmRates(basis);
  return [
    `most ${maxRate(world, playerno)} ${RATES.map((rates) => canSetRates(world, playerno, rates)).join(' ')}`,
    `income ${expectedIncome(world, playerno)} ${JSON.stringify(realmTotals(basis))}`,
    `calm ${JSON.stringify(calm)}`,
    `steps ${luxurySteps(world, playerno)
      .map(({ tax, luxury, science }) => `${tax}/${luxury}/${science}`)
      .join(' ')}`,
    `revolts to ${possibleGovernments(world, own).map(({ ruleName }) => ruleName)} in ${JSON.stringify(anarchyTurns(world))}`,
    `reaches ${reachableGovernments(world)
      .map(({ government, tech, bulbs, turns }) => `${government.ruleName} ${tech} ${bulbs} ${turns}`)
      .join(', ')}`,
    ...[...world.ruleset.governments.values()].map(
      (government) =>
        `${government.ruleName} ${sign(canRevolt(world, own, government))} ${JSON.stringify(realmTotals(governmentForecast(world, playerno, government.id)))}`,
    ),
  ];
}

/** What each tech costs, and the way to it. */
export function researchLines(world: World): string[] {
  const research = ownResearch(world);
  if (research === undefined) return [];
  const lists = [researchableTechs(world), possibleTechGoals(world), allTechs(world)];
  return [
    ...lists.map((techs) => techs.map(({ id }) => id).join(' ')),
    `${bulbsPerTurn(world, research)} a turn, ${[0, 1, 100].map((bulbs) => turnsForBulbs(world, research, bulbs))}, lost ${bulbsLostBySwitching(world)}`,
    `continents ${[...unexploredContinents(world)]}`,
    ...allTechs(world).map(({ id, ruleName }) => {
      const cost = techCost(world, research, id);
      const goal = goalCost(world, research, id);
      return `${ruleName} ${cost.bulbs}${sign(cost.certain)} ${goal?.bulbs}${sign(goal?.certain)} ${stepsTo(world, research, id)}`;
    }),
  ];
}

/** Every requirement of the ruleset, asked of players, cities, units and tiles. */
export function requirementLines(world: World): string[] {
  const { ruleset } = world;
  const lists = [
    ...[...ruleset.improvements.values()].flatMap(({ reqs, obsReqs }) => [reqs, obsReqs]),
    ...[...ruleset.governments.values(), ...ruleset.specialists.values()].map(({ reqs }) => reqs),
    ...[...ruleset.extras.values()].flatMap(({ reqs, rmreqs }) => [reqs, rmreqs]),
    ...ruleset.effects.map(({ reqs }) => reqs),
    ...ruleset.actionEnablers.flatMap(({ actorReqs, targetReqs }) => [actorReqs, targetReqs]),
  ];
  const all = new Map(lists.flat().map((requirement) => [keyOf(requirement), requirement]));
  const contexts = contextsOf(world);
  return [...all].map(([key, requirement]) => {
    const answers = contexts.map((context) => sign(areMet(world, [requirement], context)));
    const others = contexts.map((context) => sign(arePossible(world, [requirement], context)));
    return `${key}: ${answers.join('')} ${others.join('')}`;
  });
}

function keyOf(requirement: Requirement): string {
  const { type, range, value, present, survives } = requirement;
  const name = requiredName(requirement);
  const how = `${present ? '' : ' not'}${survives ? ' ever' : ''}`;
  return `${type.replace('VUT_', '')} ${range.replace('REQ_RANGE_', '')} ${value} ${name}${how}`;
}

function contextsOf(world: World): RequirementContext[] {
  const cities = [...world.cities.values()].slice(0, 4);
  const units = ownUnits(world).slice(0, 9);
  const [other] = [...world.players.values()]
    .map(({ playerno }) => playerno)
    .filter((player) => player !== world.seat.player);
  return [
    {},
    { player: world.seat.player },
    { player: other, otherPlayer: world.seat.player },
    ...cities.map((city) => ({ ...cityContext(city), otherPlayer: world.seat.player })),
    ...units.map((unit) => ({
      player: unit.owner,
      otherPlayer: other,
      tile: unit.tile,
      unit,
      output: unit.id % 6,
    })),
  ];
}
