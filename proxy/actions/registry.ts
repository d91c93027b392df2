import type { Action } from './action.js';
import { cityBuildImprovement, cityBuildUnit, cityProduction } from './city/production.js';
import { diplomacyMessage } from './diplomacy/message.js';
import { endTurn } from './nation/end-turn.js';
import { techResearch } from './nation/research.js';
import { unitActs } from './unit/act.js';
import { unitExplore, unitFortify, unitSentry } from './unit/activity.js';
import { unitAttack } from './unit/attack.js';
import { unitBuildCity } from './unit/build-city.js';
import { unitMove } from './unit/move.js';
import { unitBuildIrrigation, unitBuildMine, unitBuildRoad } from './unit/terrain-work.js';

/** Actions of one kind, in a file or folder of their own. */
export interface Family {
  readonly name: string;
  readonly actions: readonly Action[];
}

export const families: readonly Family[] = [
  { name: 'Unit moves', actions: [unitMove, unitExplore] },
  { name: 'Unit activities', actions: [unitFortify, unitSentry] },
  { name: 'Terrain work', actions: [unitBuildRoad, unitBuildIrrigation, unitBuildMine] },
  { name: 'Unit actions', actions: [unitBuildCity, unitAttack, ...unitActs] },
  { name: 'Cities', actions: [cityProduction, cityBuildUnit, cityBuildImprovement] },
  { name: 'Nation', actions: [techResearch, endTurn] },
  { name: 'Diplomacy', actions: [diplomacyMessage] },
];

/** Every action an agent can take, by name. */
export const actions: ReadonlyMap<string, Action> = new Map(
  families.flatMap((family) => family.actions).map((action) => [action.name, action]),
);

/** The actions by every name they answer to. */
export const actionsByAnyName: ReadonlyMap<string, Action> = new Map(
  [...actions.values()].flatMap((action) => [action.name, ...action.aliases].map((name) => [name, action])),
);
