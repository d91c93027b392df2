import type { UniversalsN } from '../../freeciv/generated/packets.js';
import type { World } from '../../world/world.js';
import type { Improvement } from '../lookup/cities.js';
import { hasRealEmbassy, relation } from '../lookup/players.js';
import { rulesetIndex } from '../lookup/ruleset-index.js';
import { allOf, anyOf, not, type Tristate } from '../lookup/tristate.js';
import { buildingFlagQuestion, buildingQuestion, genusQuestion } from './building-questions.js';
import {
  ageQuestion,
  cityStatusQuestion,
  counterQuestion,
  goodQuestion,
  minCultureQuestion,
  minForeignShareQuestion,
  minSizeQuestion,
  nationalityQuestion,
  originalOwnerQuestion,
} from './city-questions.js';
import { diplomacyQuestion, tileDiplomacyQuestion } from './diplomacy-questions.js';
import * as ofPlayers from './player-questions.js';
import { cityContext, type Question, type Requirement, type RequirementContext } from './requirement.js';
import { namesOneOf, requiredName } from './requirement-names.js';
import * as ofTiles from './tile-questions.js';
import * as ofUnits from './unit-questions.js';

export type { Requirement } from './requirement.js';

/** Whether one requirement is met in a context, as the server decides when it must be certain. */
function isMet(world: World, requirement: Requirement, context: RequirementContext): Tristate {
  const ask = questions[requirement.type];
  const there = ask === undefined ? 'unknown' : ask(world, requirement, context);
  if (there === undefined) return false;
  return requirement.present ? there : not(there);
}

/** Whether all requirements are met (`are_reqs_active` with RPT_CERTAIN); an empty list is. */
export function areMet(
  world: World,
  requirements: readonly Requirement[],
  context: RequirementContext,
): Tristate {
  // Asked for ten thousand times a turn: a loop over an array is several times faster than allOf.
  let result: Tristate = true;
  for (let index = 0; index < requirements.length; index += 1) {
    const requirement = requirements[index];
    const truth = requirement === undefined || isMet(world, requirement, context);
    if (truth === false) return false;
    if (truth === 'unknown') result = truth;
  }
  return result;
}

/** The same with RPT_POSSIBLE: what the context gives nothing to judge by counts as met. */
export function arePossible(
  world: World,
  requirements: readonly Requirement[],
  context: RequirementContext,
): Tristate {
  return allOf(requirements, (requirement) => {
    const there = questions[requirement.type]?.(world, requirement, context);
    if (there === undefined) return true;
    return requirement.present ? there : not(there);
  });
}

/** Whether a building is obsolete (`improvement_obsolete`): one met requirement of `obsolete_by` is enough. */
export function isObsolete(
  world: World,
  building: Improvement,
  { player, city }: RequirementContext,
): Tristate {
  const context: RequirementContext = {
    ...(city === undefined ? {} : cityContext(city)),
    player,
    building: building.id,
  };
  return anyOf(building.obsReqs, (requirement) => isMet(world, requirement, context));
}

/** Whether a player has an embassy with another (`player_has_embassy`): a real one, or by `EFT_HAVE_EMBASSIES`. */
export function hasEmbassy(world: World, player: number, other: number): Tristate {
  if (player === other || hasRealEmbassy(world, player, other)) return true;
  return seesByEffect(world, player, other);
}

function seesByEffect(world: World, player: number, other: number): Tristate {
  const effects = rulesetIndex(world.ruleset).effects.get('EFT_HAVE_EMBASSIES') ?? [];
  const shown = anyOf(effects, (effect) => areMet(world, effect.reqs, { player }));
  if (shown === false) return false;
  if (world.players.get(other)?.barbarianType !== 'NOT_A_BARBARIAN') return false;
  const state = relation(world, player, other);
  if (state === 'DS_NO_CONTACT') return false;
  return state === undefined ? 'unknown' : shown;
}

/** The answer for a thing that is missing in the context: missing means no. */
function isThis(pick: (context: RequirementContext) => number | undefined): Question {
  return (_world, { value }, context) => pick(context) === value;
}

const questions: Readonly<Partial<Record<UniversalsN, Question>>> = {
  VUT_NONE: () => true,
  VUT_ACHIEVEMENT: () => 'unknown',
  VUT_ACTIVITY: ofUnits.activityQuestion,
  VUT_ACTION: (_world, requirement, { action }) => action === requiredName(requirement),
  VUT_ADVANCE: ofPlayers.techQuestion,
  VUT_AGE: ageQuestion,
  VUT_AI_LEVEL: ofPlayers.aiLevelQuestion,
  VUT_BASEFLAG: ofTiles.baseFlagQuestion,
  VUT_CITYTILE: ofTiles.cityTileQuestion,
  VUT_CITYSTATUS: cityStatusQuestion,
  VUT_COUNTER: counterQuestion,
  VUT_DIPLREL: diplomacyQuestion(seesByEffect),
  VUT_DIPLREL_TILE: tileDiplomacyQuestion(seesByEffect, 'player'),
  VUT_DIPLREL_TILE_O: tileDiplomacyQuestion(seesByEffect, 'otherPlayer'),
  VUT_EXTRA: ofTiles.extraQuestion,
  VUT_EXTRAFLAG: ofTiles.extraFlagQuestion,
  VUT_GOOD: goodQuestion,
  VUT_GOVERNMENT: ofPlayers.governmentQuestion,
  VUT_IMPROVEMENT: buildingQuestion(isObsolete),
  VUT_IMPR_GENUS: genusQuestion(requiredName),
  VUT_MAXLATITUDE: ofTiles.maxLatitudeQuestion,
  VUT_MAXTILEUNITS: ofTiles.maxTileUnitsQuestion,
  VUT_MINCALFRAG: ({ game }, { value }) => (game === undefined ? 'unknown' : game.fragmentCount >= value),
  VUT_IMPR_FLAG: buildingFlagQuestion,
  VUT_MINCULTURE: minCultureQuestion,
  VUT_MINFOREIGNPCT: minForeignShareQuestion,
  VUT_MINHP: ofUnits.minHpQuestion,
  VUT_MINLATITUDE: ofTiles.minLatitudeQuestion,
  VUT_MINMOVES: ofUnits.minMovesQuestion,
  VUT_MINSIZE: minSizeQuestion,
  VUT_MINTECHS: ofPlayers.minTechsQuestion,
  VUT_MINVETERAN: ofUnits.minVeteranQuestion,
  VUT_MINYEAR: ({ game }, { value }) =>
    game === undefined ? 'unknown' : (game.year32 ?? game.year16) >= value,
  VUT_NATION: ofPlayers.nationQuestion,
  VUT_NATIONALITY: nationalityQuestion,
  VUT_NATIONGROUP: ofPlayers.nationGroupQuestion,
  VUT_ORIGINAL_OWNER: originalOwnerQuestion,
  VUT_OTYPE: isThis(({ output }) => output),
  VUT_PLAYER_FLAG: ofPlayers.playerFlagQuestion,
  VUT_ROADFLAG: ofTiles.roadFlagQuestion,
  // Clients are told the settings' values, not which of them a requirement's number means.
  VUT_SERVERSETTING: () => 'unknown',
  VUT_SPECIALIST: isThis(({ specialist }) => specialist),
  VUT_STYLE: ofPlayers.styleQuestion,
  VUT_TECHFLAG: ofPlayers.techFlagQuestion,
  VUT_TERRAIN: ofTiles.terrainQuestion,
  VUT_TERRAINALTER: ofTiles.terrainAlterQuestion,
  VUT_TERRAINCLASS: ofTiles.terrainClassQuestion,
  VUT_TERRFLAG: ofTiles.terrainFlagQuestion,
  VUT_WRAP: ({ map }, requirement) =>
    map.topology.has(requiredName(requirement) === 'WRAP_X' ? 'TF_WRAPX' : 'TF_WRAPY'),
  VUT_TOPO: ({ map }, requirement) => namesOneOf(requirement, map.topology),
  VUT_UCFLAG: ofUnits.unitClassFlagQuestion,
  VUT_UCLASS: ofUnits.unitClassQuestion,
  VUT_UNITSTATE: ofUnits.unitStateQuestion,
  VUT_UTFLAG: ofUnits.unitFlagQuestion,
  VUT_UTYPE: ofUnits.unitTypeQuestion,
};
