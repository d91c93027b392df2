import type { Action } from './action.js';
import { cityBuy, citySell } from './city/buy-and-sell.js';
import {
  cityArrangeCitizens,
  cityChangeSpecialist,
  cityMakeSpecialist,
  cityMakeWorker,
} from './city/citizens.js';
import { setCityTiles } from './city/city-tiles.js';
import { cityBuildImprovement, cityBuildUnit, cityProduction } from './city/production.js';
import { cityOptions, cityRename } from './city/settings.js';
import { cityWorkerTask } from './city/worker-task.js';
import { cityWorklist, cityWorklistAppend, cityWorklistInsert, cityWorklistRemove } from './city/worklist.js';
import { cancelPact } from './diplomacy/cancel-pact.js';
import { diplomacyMessage } from './diplomacy/message.js';
import {
  treatyAccept,
  treatyAddClause,
  treatyCancelMeeting,
  treatyOpen,
  treatyRemoveClause,
} from './diplomacy/treaty.js';
import { treatyPropose } from './diplomacy/treaty-proposal.js';
import { endTurn } from './nation/end-turn.js';
import { playerGovernment, playerRates } from './nation/government.js';
import { playerPlaceInfra } from './nation/place-extra.js';
import { playerPolicy } from './nation/policy.js';
import { askReport } from './nation/report.js';
import { techGoal, techResearch } from './nation/research.js';
import { spaceshipLaunch, spaceshipPlace } from './nation/spaceship.js';
import { vote } from './nation/vote.js';
import { cityFocus, cityPlan } from './plans/city-plan.js';
import { goAnd } from './plans/go-and.js';
import { defend, escort } from './plans/guards.js';
import { delegate, planCancel, planEverythingBut } from './plans/plan-control.js';
import { planDefaults } from './plans/plan-defaults.js';
import { researchQueue } from './plans/research-queue.js';
import { settle } from './plans/settle.js';
import { unitConvert, unitExplore, unitFortify, unitSentry } from './unit/activity.js';
import { unitAttack } from './unit/attack.js';
import { unitBuildCity } from './unit/build-city.js';
import { unitMove } from './unit/move.js';
import { unitAutoWork, unitCancelOrders, unitPatrol } from './unit/standing-order-actions.js';
import { terrainWorkActions } from './unit/terrain-work.js';
import { unitLoad, unitUnload, unitUnloadAll } from './unit/transport.js';
import { unitActions } from './unit/unit-actions.js';
import { unitTypeUpgrade } from './unit/upgrade-type.js';

/** Actions under one heading: in the reference page, and in the order of offers. */
export interface ActionGroup {
  readonly name: string;
  readonly actions: readonly Action[];
}

/** What is equally urgent is offered in this order. */
export const actionGroups: readonly ActionGroup[] = [
  { name: 'Unit moves', actions: [unitMove, unitPatrol, unitLoad, unitUnload, unitUnloadAll] },
  { name: 'Terrain work', actions: terrainWorkActions },
  {
    name: 'Unit activities',
    actions: [unitAutoWork, unitFortify, unitExplore, unitSentry, unitConvert, unitCancelOrders],
  },
  { name: 'Unit actions', actions: [unitBuildCity, unitAttack, ...unitActions, unitTypeUpgrade] },
  {
    name: 'Cities',
    actions: [
      cityProduction,
      cityBuildUnit,
      cityBuildImprovement,
      cityBuy,
      citySell,
      cityWorklist,
      cityWorklistAppend,
      cityWorklistInsert,
      cityWorklistRemove,
      cityChangeSpecialist,
      setCityTiles,
      cityMakeSpecialist,
      cityMakeWorker,
      cityArrangeCitizens,
      cityRename,
      cityOptions,
      cityWorkerTask,
    ],
  },
  {
    name: 'Nation',
    actions: [
      techResearch,
      techGoal,
      playerRates,
      playerGovernment,
      playerPolicy,
      playerPlaceInfra,
      spaceshipPlace,
      spaceshipLaunch,
      vote,
      askReport,
      endTurn,
    ],
  },
  {
    name: 'Standing plans',
    actions: [
      settle,
      goAnd,
      escort,
      defend,
      delegate,
      researchQueue,
      cityPlan,
      cityFocus,
      planDefaults,
      planEverythingBut,
      planCancel,
    ],
  },
  {
    name: 'Diplomacy',
    actions: [
      diplomacyMessage,
      treatyPropose,
      treatyOpen,
      treatyAddClause,
      treatyRemoveClause,
      treatyAccept,
      treatyCancelMeeting,
      cancelPact,
    ],
  },
];

/** Every action an agent can take, by name. */
export const actions: ReadonlyMap<string, Action> = new Map(
  actionGroups.flatMap((group) => group.actions).map((action) => [action.name, action]),
);

/** The actions by every name they answer to. */
export const actionsByAnyName: ReadonlyMap<string, Action> = new Map(
  [...actions.values()].flatMap((action) => [action.name, ...action.aliases].map((name) => [name, action])),
);
