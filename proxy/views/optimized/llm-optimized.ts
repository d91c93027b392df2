import type { LlmOptimizedState } from '#shared/protocol/state/llm-optimized.js';
import type { World } from '../../world/world.js';
import { gameHeader, lastTurn } from '../entities/header.js';
import { mapView } from '../entities/map-view.js';
import { messagesAfter } from '../entities/message-view.js';
import { treatyView } from '../entities/treaty-view.js';
import { cityBriefs } from './city-briefs.js';
import { opportunities } from './opportunities.js';
import { immediatePriorities } from './priorities.js';
import { productionAdvice } from './production/advice.js';
import { researchOptions } from './research-options.js';
import { settlingPlan } from './settling.js';
import { settlingSites } from './sites.js';
import { situationOf } from './situation.js';
import { strategicSummary } from './summary.js';
import { threats } from './threats.js';
import { unitBriefs } from './unit-briefs.js';

/** Of those looked at how many are told. */
const MAX_SITES = 4;
/** Room for so many cities is looked for. */
const WANTED_SITES = 10;
const MAX_EVENTS = 8;

/** The llm_optimized format of a state: what a model needs to decide, in a few kilobytes. */
export function llmOptimizedView(world: World): LlmOptimizedState {
  const { version, turn, year_name, phase, player_id, time_limit, defeated } = gameHeader(world);
  const situation = situationOf(world);
  const dangers = threats(situation);
  const sites = settlingSites(situation, WANTED_SITES);
  const plan = settlingPlan(situation, sites);
  const production = productionAdvice(situation, sites, dangers);
  return {
    version,
    turn,
    year_name,
    phase,
    time_limit,
    last_turn: lastTurn(world),
    player_id,
    map_shape: mapShape(world),
    ...(defeated && { defeated }),
    strategic_summary: strategicSummary(situation),
    immediate_priorities: defeated
      ? []
      : immediatePriorities({ situation, threats: dangers, sites, plan, production }),
    threats: dangers,
    opportunities: defeated ? [] : opportunities(situation, sites.slice(0, MAX_SITES)),
    ...(world.treaties.size > 0 && {
      treaties: [...world.treaties.values()].map((one) => treatyView(world, one)),
    }),
    research_options: defeated ? [] : researchOptions(world),
    ...unitBriefs(situation, plan),
    ...cityBriefs(situation, production),
    recent_events: recentEvents(world, turn),
  };
}

function mapShape(world: World): string {
  const { width, height, shape, wrap_x, wrap_y } = mapView(world);
  const round = [...(wrap_x ? ['x'] : []), ...(wrap_y ? ['y'] : [])].join(' and ');
  return `${width}x${height} ${shape}${round === '' ? '' : `, round in ${round}`}`;
}

/** Sentences about what the player itself asked for stand in the answers to its actions. */
const answers: ReadonlySet<string> = new Set(['bad_command', 'chat_error', 'unit_illegal_action']);

function recentEvents(world: World, turn: number): readonly string[] {
  return messagesAfter(world, world.turn.messagesBefore.get(turn - 1) ?? 0)
    .filter(({ event }) => !answers.has(event))
    .slice(-MAX_EVENTS)
    .map(({ text }) => text);
}
