import { type Failure, failure } from '#shared/core/failure.js';
import { parseWith } from '#shared/core/parse.js';
import { fail, ok } from '#shared/core/result.js';
import { presenceDataSchema } from '#shared/protocol/agent-answers.js';
import { agentFileDataSchema } from '#shared/protocol/agent-data.js';
import { mapQuestionSchema } from '#shared/protocol/agent-requests.js';
import { type LinkRequest, statePatchDataSchema } from '#shared/protocol/link.js';
import { toolsQuerySchema } from '#shared/protocol/tools.js';
import { toolsFor } from '../../actions/tools/provider-forms.js';
import { deltaView } from '../../views/delta/delta.js';
import { type Answer, type AskedRequest, agentOf } from './asked-request.js';

/** The definitions of all actions for language models. */
export function tools({ request }: AskedRequest): Answer {
  const query = parseWith(toolsQuerySchema, request.data, 'data');
  return query.ok ? ok({ tools: toolsFor(query.value) }) : query;
}

/** How the disk is. */
export async function disk({ services }: AskedRequest): Promise<Answer> {
  return ok(await services.disk());
}

/** A game's map as a picture. */
export async function gameMap({ services, request }: AskedRequest): Promise<Answer> {
  const question = parseWith(mapQuestionSchema, request.data, 'data');
  if (!question.ok) return question;
  const picture = await services.maps.answer(request.game_id, question.value);
  return picture.ok ? ok({ ...picture.value }) : picture;
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

/** The paths of the files about an agent in a game. E140: no such game. */
export async function agentFiles({ services, request, found }: AskedRequest): Promise<Answer> {
  if (!found.ok || found.value === undefined) return found.ok ? fail(noGame(request)) : found;
  return ok({ paths: await services.agentFiles.list(found.value.record, request.agent_id) });
}

/** A part of a file about an agent in a game. E140: no such game; E105: no such file. */
export async function agentFile({ services, request, found }: AskedRequest): Promise<Answer> {
  if (!found.ok || found.value === undefined) return found.ok ? fail(noGame(request)) : found;
  const data = parseWith(agentFileDataSchema, request.data, 'data');
  if (!data.ok) return data;
  const part = await services.agentFiles.read(found.value.record, request.agent_id, data.value);
  return part === undefined
    ? fail(failure('E105', `There is no file ${data.value.path} about this agent`, { path: 'data.path' }))
    : ok({ ...part });
}

/** Removes what is kept of an agent in a game, except what the game needs. E140: no such game. */
export async function agentForget({ services, request, found }: AskedRequest): Promise<Answer> {
  if (!found.ok || found.value === undefined) return found.ok ? fail(noGame(request)) : found;
  return ok({ removed: await services.agentFiles.remove(found.value.record, request.agent_id) });
}

function noGame({ game_id }: LinkRequest): Failure {
  return failure('E140', `There is no game ${game_id}`, { path: 'game_id' });
}
