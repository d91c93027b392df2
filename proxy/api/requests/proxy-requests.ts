import { failure } from '#shared/core/failure.js';
import { parseWith } from '#shared/core/parse.js';
import { fail, ok } from '#shared/core/result.js';
import { presenceDataSchema } from '#shared/protocol/agent-answers.js';
import type { NotesData } from '#shared/protocol/agent-requests.js';
import { statePatchDataSchema } from '#shared/protocol/link.js';
import { toolsQuerySchema } from '#shared/protocol/tools.js';
import { toolsFor } from '../../actions/tools/provider-forms.js';
import { deltaView } from '../../views/delta/delta.js';
import { turnOf } from '../../world/world.js';
import { type Answer, type AskedRequest, type AskedSeatRequest, agentOf } from './asked-request.js';

/** The definitions of all actions for language models. */
export function tools({ request }: AskedRequest): Answer {
  const query = parseWith(toolsQuerySchema, request.data, 'data');
  return query.ok ? ok({ tools: toolsFor(query.value) }) : query;
}

/** How the disk is. */
export async function disk({ services }: AskedRequest): Promise<Answer> {
  return ok(await services.disk());
}

/** Notes whether the agent is there. */
export function presence({ link, request }: AskedRequest): Answer {
  const parsed = parseWith(presenceDataSchema, request.data, 'data');
  if (!parsed.ok) return parsed;
  link.presence.update(request.game_id, request.agent_id, parsed.value.presence);
  return ok({});
}

/** Answers `state_patch`: a seat's version and its changes since one; no query of the agent. E122: no such seat in memory. */
export function statePatch(asked: AskedRequest): Answer {
  const data = parseWith(statePatchDataSchema, asked.request.data, 'data');
  if (!data.ok) return data;
  const world = agentOf(asked)?.seat.world;
  if (world === undefined) return fail(failure('E122', 'This agent has no seat in a game that is loaded'));
  const { since_version: since } = data.value;
  return ok({ version: world.version, patch: since === undefined ? null : deltaView(world, since) });
}

/** Changes the notes of an agent; all that there are then. */
export async function changeNotes(
  { services, request, agent: { seat } }: AskedSeatRequest,
  change: NotesData,
): Promise<Answer> {
  const notes = await services.notes.get(request.game_id, request.agent_id);
  const all = await notes.change(change, turnOf(seat.world));
  return all.ok ? ok({ notes: all.value }) : all;
}
