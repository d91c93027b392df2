import { contestantOf } from './contestant.js';
import type { MatchPlan } from './match-plan.js';

/** The fields of game_config with which the game of a match is made. */
export function gameConfigOf(plan: MatchPlan): object {
  const { seed, config } = plan;
  const own = { ...config, seeds: { game: seed, map: seed }, turn_time_limit: 0 };
  if (plan.kind === 'scenario') return { ...own, scenario: plan.scenario, difficulty: plan.difficulty };
  const places = plan.lineup.map((name) => {
    const contestant = contestantOf(name);
    return contestant.kind === 'ai' ? contestant.skill : 'agent';
  });
  return {
    ...own,
    lineup: places,
    players: places.length,
    min_agents: places.filter((place) => place === 'agent').length,
    end_turn: plan.turns,
  };
}
