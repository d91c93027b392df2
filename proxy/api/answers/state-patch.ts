import { failure } from '#shared/core/failure.js';
import { parseWith } from '#shared/core/parse.js';
import { fail, ok, type Result } from '#shared/core/result.js';
import { type LinkRequest, statePatchDataSchema } from '#shared/protocol/link.js';
import type { Games } from '../../games/lifecycle/games.js';
import { deltaView } from '../../views/delta/delta.js';

/**
 * Answers `state_patch`: the version of a seat's state, and what changed since an earlier one, if that is named. It is
 * no query of the agent: deltas and trajectories of the agent do not count it. E122 without such a seat in memory.
 */
export function statePatch(games: Games, request: LinkRequest): Result<Record<string, unknown>> {
  const asked = parseWith(statePatchDataSchema, request.data, 'data');
  if (!asked.ok) return asked;
  const world = games.get(request.game_id)?.seat(request.agent_id)?.world;
  if (world === undefined) return fail(failure('E122', 'This agent has no seat in a game that is loaded'));
  const { since_version: since } = asked.value;
  return ok({ version: world.version, patch: since === undefined ? null : deltaView(world, since) });
}
