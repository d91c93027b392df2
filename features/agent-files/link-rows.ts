import { type Failure, failure } from '#shared/core/failure.js';
import { parseWith } from '#shared/core/parse.js';
import { fail, ok } from '#shared/core/result.js';
import { agentFileDataSchema } from '#shared/protocol/agent-data.js';
import type { LinkRequest } from '#shared/protocol/link.js';
import type { Answer, AskedRequest, LinkTable } from '../../proxy/api/requests/asked-request.js';
import { owned, stored } from '../../proxy/api/requests/link-steps.js';
import { READS } from '../../proxy/api/requests/link-table.js';
import type { AgentFiles } from './agent-files.js';

/** Answers what administrators ask of the files of one agent in a game. */
export function agentFileRows(
  files: AgentFiles,
): Pick<LinkTable, 'agent_files' | 'agent_file' | 'agent_forget'> {
  return {
    agent_files: { steps: READS, handle: (asked) => listFiles(files, asked) },
    agent_file: { steps: READS, handle: (asked) => readFile(files, asked) },
    agent_forget: { steps: [owned, stored], handle: (asked) => removeFiles(files, asked) },
  };
}

/** The paths of the files about an agent in a game. E140: no such game. */
async function listFiles(files: AgentFiles, { request, found }: AskedRequest): Promise<Answer> {
  if (!found.ok || found.value === undefined) return found.ok ? fail(noGame(request)) : found;
  return ok({ paths: await files.list(found.value.record, request.agent_id) });
}

/** A part of a file about an agent in a game. E140: no such game; E105: no such file. */
async function readFile(files: AgentFiles, { request, found }: AskedRequest): Promise<Answer> {
  if (!found.ok || found.value === undefined) return found.ok ? fail(noGame(request)) : found;
  const data = parseWith(agentFileDataSchema, request.data, 'data');
  if (!data.ok) return data;
  const part = await files.read(found.value.record, request.agent_id, data.value);
  return part === undefined
    ? fail(failure('E105', `There is no file ${data.value.path} about this agent`, { path: 'data.path' }))
    : ok({ ...part });
}

/** Removes what is kept of an agent in a game, except what the game needs. E140: no such game. */
async function removeFiles(files: AgentFiles, { request, found }: AskedRequest): Promise<Answer> {
  if (!found.ok || found.value === undefined) return found.ok ? fail(noGame(request)) : found;
  return ok({ removed: await files.remove(found.value.record, request.agent_id) });
}

function noGame({ game_id }: LinkRequest): Failure {
  return failure('E140', `There is no game ${game_id}`, { path: 'game_id' });
}
