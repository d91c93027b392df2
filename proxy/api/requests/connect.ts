import { parseWith } from '#shared/core/parse.js';
import { ok } from '#shared/core/result.js';
import { presenceSchema } from '#shared/protocol/agent-answers.js';
import { linkConnectDataSchema } from '#shared/protocol/link.js';
import { toldRuleset } from '../../games/disk/generated-ruleset.js';
import type { Game } from '../../games/lifecycle/game.js';
import { deniedWishes, type NationWish } from '../../games/seats/nation.js';
import type { Seat } from '../../games/seats/seat.js';
import { hasEndedTurn } from '../../rules/lookup/players.js';
import { turnOf } from '../../world/world.js';
import type { Answer, AskedRequest } from './asked-request.js';

/**
 * Gives the agent a seat, or its own one again, and attaches the link to its pushes; creates the game when there is none of that
 * id. Errors: E101 to E105 for the data, E122 and E14x for the seat and the game.
 */
export async function connect({ services, link, request }: AskedRequest): Promise<Answer> {
  const { games, outboxes, tracker } = services;
  const { game_id: gameId, agent_id: agentId } = request;
  const { data: where = 'connected' } = presenceSchema.safeParse(request.data.presence);
  link.presence.update(gameId, agentId, where);
  const data = parseWith(linkConnectDataSchema, request.data, 'data');
  if (!data.ok) return data;
  const { create, game_config: config, nation, leader_name: leaderName, heard, model } = data.value;
  const { turn_policy: turnPolicy, presence: place, journal, creator, lessons } = data.value;
  link.namesJournal ||= journal !== undefined;
  const opened = await games.getOrCreate({ gameId, config, create, creator, isLogin: true });
  if (!opened.ok) return opened;
  const game = opened.value;
  using _login = game.usage.begin();
  const taken = await game.takeSeat(agentId, { nation, leaderName, turnPolicy }, place);
  if (!taken.ok) {
    await games.removeUnused(game);
    return taken;
  }
  const seat = taken.value;
  if (journal) await game.missing.compareWith(journal);
  tracker.recordModel(seat, model);
  const agent = services.seats.of(game, seat);
  agent.lessons = lessons;
  agent.notes = await services.notes.get(gameId, agentId);
  // The game may be in memory only now.
  link.presence.update(gameId, agentId, where);
  // The outbox gets what happens from now on: the answer tells what has happened until now.
  const outbox = outboxes.attach(link.sink, agent, heard, request.correlation_id);
  return ok({ ...connected(game, seat, { nation, leaderName }), outbox });
}

function connected(game: Game, seat: Seat, wish: NationWish) {
  const { world } = seat;
  const scenario = game.scenario.stateFor(seat);
  const denied = deniedWishes(world, wish);
  const { all: missing } = game.missing;
  return {
    player_id: world.seat.player,
    game_id: game.id,
    server_port: game.serverPort,
    status: world.turn.phase === 'before_game' ? 'starting' : 'ready',
    ...(world.turn.phase === 'movement' && { turn: turnOf(world), turn_done: hasEndedTurn(world) }),
    scenario,
    generated_ruleset: toldRuleset(game.record),
    sealed: game.config.sealed || undefined,
    not_granted: denied.length > 0 ? denied : undefined,
    missing: missing.length > 0 ? missing : undefined,
  };
}
