import type { LlmOptimizedState, ResearchOption } from '#shared/protocol/state/llm-optimized.js';
import type { Threat } from '#shared/protocol/state/prospects.js';
import { unitsOf } from '../../../proxy/plans/everything-but.js';
import type { Plan } from '../../../proxy/plans/plan.js';
import { lastTurn } from '../../../proxy/rules/lookup/game-length.js';
import { wireNameOf } from '../../../proxy/rules/lookup/names.js';
import { researchOf } from '../../../proxy/rules/lookup/players.js';
import { researchableTechs, turnsForBulbs } from '../../../proxy/rules/lookup/research.js';
import { techCost } from '../../../proxy/rules/players/tech-cost.js';
import type { Requirement } from '../../../proxy/rules/requirements/requirement.js';
import { gameHeader } from '../../../proxy/views/entities/header.js';
import { mapView } from '../../../proxy/views/entities/map-view.js';
import { textsAfter } from '../../../proxy/views/entities/message-view.js';
import { treatyView } from '../../../proxy/views/entities/nation-view.js';
import { techName } from '../../../proxy/views/entities/research-view.js';
import type { Message } from '../../../proxy/world/messages.js';
import { messagesBeforeLastTurn, type World } from '../../../proxy/world/world.js';
import { type DecisionInputs, decisionsOf } from '../brief/decisions.js';
import { productionReasons } from '../brief/turn-end-reasons.js';
import { priorities } from '../priorities.js';
import { productionAdvice } from '../production/advice.js';
import { settlingOutlook } from '../settling/settling.js';
import { type Situation, situationOf } from '../situation.js';
import { threats } from '../threats/threats.js';
import { citySummaries } from './city-summaries.js';
import { opportunities } from './opportunities.js';
import { strategicSummary } from './summary.js';
import { unitSummaries } from './unit-summaries.js';

const MAX_EVENTS = 8;
const MAX_THREATS = 6;
const MAX_PRIORITIES = 10;

/** The llm_optimized format of a state: what a model needs to decide, in a few kilobytes. `plans`: the standing plans of the seat. */
export function llmOptimizedView(world: World, plans: readonly Plan[] = []): LlmOptimizedState {
  const { version, turn, year_name, phase, player_id, time_limit, defeated } = gameHeader(world);
  const situation = situationOf(world);
  const dangers = threats(situation);
  const settling = settlingOutlook(situation);
  const inputs = { plan: settling.plan, calls: [], plans, notes: [], since: messagesBeforeLastTurn(world) };
  return {
    version,
    turn,
    year_name,
    phase,
    time_limit,
    last_turn: lastTurn(world),
    player_id,
    map_shape: mapShape(world),
    defeated,
    strategic_summary: strategicSummary(situation),
    immediate_priorities: defeated ? [] : immediatePriorities(situation, dangers, inputs),
    threats: dangers.slice(0, MAX_THREATS),
    threats_more: dangers.length > MAX_THREATS ? dangers.length - MAX_THREATS : undefined,
    opportunities: defeated ? [] : opportunities(situation),
    treaties:
      world.treaties.size > 0 ? [...world.treaties.values()].map((one) => treatyView(world, one)) : undefined,
    research_options: defeated ? [] : researchOptions(world),
    ...unitSummaries(situation, settling.plan, new Set(plans.flatMap(unitsOf))),
    ...citySummaries(situation, productionAdvice(situation)),
    recent_events: recentEvents(world),
  };
}

/** The most urgent matters, then purchases and cities without work. */
function immediatePriorities(
  situation: Situation,
  dangers: readonly Threat[],
  inputs: DecisionInputs,
): readonly string[] {
  const all = [
    ...priorities(situation, dangers, decisionsOf(situation, inputs)),
    ...productionReasons(situation).map(({ text }) => text),
  ];
  return all.length === 0 ? ['end_turn: nothing needs a decision'] : all.slice(0, MAX_PRIORITIES);
}

function mapShape(world: World): string {
  const { width, height, shape, wrap_x, wrap_y } = mapView(world);
  const round = [...(wrap_x ? ['x'] : []), ...(wrap_y ? ['y'] : [])].join(' and ');
  return `${width}x${height} ${shape}${round === '' ? '' : `, round in ${round}`}`;
}

/** What stands elsewhere: answers to the player's own actions in their verdicts, who rules which nation among the rivals. */
const SAID_ELSEWHERE: ReadonlySet<Message['event']> = new Set([
  'E_BAD_COMMAND',
  'E_CHAT_ERROR',
  'E_UNIT_ILLEGAL_ACTION',
  'E_GAME_START',
]);

function recentEvents(world: World): readonly string[] {
  return textsAfter(world, messagesBeforeLastTurn(world), SAID_ELSEWHERE, MAX_EVENTS);
}

const MAX_OPTIONS = 5;
const MAX_ALLOWED = 4;

/** The cheapest technologies first; what is being researched is among the summary. */
function researchOptions(world: World): readonly ResearchOption[] {
  const research = researchOf(world, world.seat.player ?? -1);
  if (research === undefined) return [];
  return researchableTechs(world)
    .filter(({ id }) => id !== research.researching)
    .map(({ id }) => ({ id, bulbs: techCost(world, research, id).bulbs }))
    .sort((a, b) => a.bulbs - b.bulbs || a.id - b.id)
    .slice(0, MAX_OPTIONS)
    .map(({ id, bulbs }) => {
      const allows = allowedBy(world, id).slice(0, MAX_ALLOWED);
      return {
        tech: techName(world, id) ?? 'unknown',
        bulbs,
        turns: turnsForBulbs(world, research, bulbs) ?? null,
        allows: allows.length > 0 ? allows : undefined,
      };
    });
}

function allowedBy({ ruleset }: World, tech: number): readonly string[] {
  const needsIt = ({ type, value, present }: Requirement) =>
    present && type === 'VUT_ADVANCE' && value === tech;
  return [
    ...[...ruleset.unitTypes.values()].filter(({ techRequirement }) => techRequirement === tech),
    ...[...ruleset.improvements.values()].filter(({ reqs }) => reqs.some(needsIt)),
    ...[...ruleset.governments.values()].filter(({ reqs }) => reqs.some(needsIt)),
  ].flatMap((thing) => wireNameOf(thing) ?? []);
}
