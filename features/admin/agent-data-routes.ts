import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { diskReason } from '#shared/core/disk/disk-error.js';
import { parseWith } from '#shared/core/parse.js';
import { ok, type Result } from '#shared/core/result.js';
import {
  type AgentDataLine,
  type AgentDeleted,
  type AgentFilePart,
  agentDeletedSchema,
  agentFilePartSchema,
  agentFilesAnswerSchema,
  agentForgetAnswerSchema,
} from '#shared/protocol/agent-data.js';
import { agentIdSchema } from '#shared/protocol/envelope.js';
import { gameOperations } from '#shared/protocol/game-operations.js';
import type { Lessons } from '#shared/protocol/lessons.js';
import type { AdminAccess } from '../../gateway/auth/admin-access.js';
import { sendFailure } from '../../gateway/http/failures.js';
import { adminFailures, requireAdmin } from '../../gateway/http/require-admin.js';
import type { RouteDocs } from '../../gateway/http/route-docs.js';
import { askAsOperator, askProxy } from '../../gateway/link/ask-proxy.js';
import type { Link } from '../../gateway/link/game-link.js';
import type { SessionTable } from '../../gateway/session/session-table.js';
import type { AuditWriter } from '../audit/audit-writer.js';

/** What the routes are made with. */
export interface AgentDataOptions {
  readonly access: AdminAccess;
  readonly link: Link;
  readonly sessions: SessionTable;
  readonly audit: AuditWriter;
  /** What the agent has learned from game to game. */
  readonly lessons: {
    read(agentId: string): Promise<Result<Lessons>>;
    /** Resolves with the number of files removed. */
    forget(agentId: string): Promise<number>;
  };
}

const paramsSchema = z.object({ agent_id: agentIdSchema.describe('The agent') });
const PATH = '/api/admin/agents/:agent_id/data';
/** A game may have to be brought from the disk or a bucket. */
const DEADLINE_MS = 30_000;

const docs = {
  GET: {
    summary:
      'What is kept of an agent: JSON lines of its sessions, its files in games, its lines of the audit.',
    ok: 'application/x-ndjson',
    failures: { ...adminFailures, '503': 'The proxy is away' },
  },
  DELETE: {
    summary:
      'Ends the sessions of an agent, removes its files in games, and gives it a pseudonym in the audit.',
    ok: agentDeletedSchema,
    failures: { ...adminFailures, '503': 'The proxy is away' },
  },
} as const satisfies Record<string, RouteDocs>;

/** The routes that export and delete what is kept of one agent, for the operator. */
export function addAgentDataRoutes(app: FastifyInstance, options: AgentDataOptions): void {
  const onRequest = requireAdmin(options.access);
  app.get(PATH, { onRequest, config: { docs: docs.GET } }, (request, reply) => send(options, request, reply));
  app.delete(PATH, { onRequest, config: { docs: docs.DELETE } }, async (request, reply) => {
    const asked = await readRequest(options, request);
    return asked.ok ? remove(options, asked.value) : sendFailure(reply, asked.failure);
  });
}

async function send(options: AgentDataOptions, request: FastifyRequest, reply: FastifyReply) {
  const asked = await readRequest(options, request);
  if (!asked.ok) return sendFailure(reply, asked.failure);
  const { agentId } = asked.value;
  const text = Readable.from(toText(linesOf(options, asked.value)));
  return reply
    .type('application/x-ndjson; charset=utf-8')
    .header('cache-control', 'no-store')
    .header('content-disposition', `attachment; filename="${encodeURIComponent(agentId)}.jsonl"`)
    .send(text);
}

async function* toText(lines: AsyncIterable<AgentDataLine>): AsyncGenerator<string> {
  for await (const line of lines) yield `${JSON.stringify(line)}\n`;
}

async function* linesOf(
  { link, sessions, audit, lessons }: AgentDataOptions,
  { agentId, games }: AskedData,
): AsyncGenerator<AgentDataLine> {
  for (const session of sessions.findByAgent(agentId))
    yield {
      kind: 'session',
      session: session.id.slice(0, 6),
      game_id: session.gameId,
      connected: session.isAttached,
      address: session.lastAddress,
    };
  const learned = await lessons.read(agentId);
  if (!learned.ok) yield { kind: 'problem', game_id: null, error: learned.failure.message };
  else if (learned.value.version > 0) {
    const { version, written_at, text } = learned.value;
    yield { kind: 'lessons', version, written_at, text };
  }
  for (const gameId of games) yield* filesOf(link, agentId, gameId);
  for await (const line of audit.linesOf(agentId)) yield { kind: 'audit', line };
}

/** The files about an agent in a game, part by part: a link takes no message as large as some of them. */
async function* filesOf(link: Link, agent_id: string, game_id: string): AsyncGenerator<AgentDataLine> {
  const listed = await askProxy(link, { type: 'agent_files', agent_id, game_id, data: {} }, DEADLINE_MS);
  if (!listed.ok) return yield { kind: 'problem', game_id, error: listed.failure.message };
  for (const path of agentFilesAnswerSchema.parse(listed.value).paths) {
    let from: number | null = 0;
    for (let part = 0; from !== null; part += 1) {
      const question = { type: 'agent_file', agent_id, game_id, data: { path, from } } as const;
      const answer = await askProxy(link, question, DEADLINE_MS);
      if (!answer.ok) {
        yield { kind: 'problem', game_id, error: `${path}: ${answer.failure.message}` };
        break;
      }
      const { text, next }: AgentFilePart = agentFilePartSchema.parse(answer.value);
      yield { kind: 'file', game_id, path, part, text };
      from = next;
    }
  }
}

async function remove(
  { link, sessions, audit, lessons }: AgentDataOptions,
  { agentId, games }: AskedData,
): Promise<AgentDeleted> {
  const own = sessions.findByAgent(agentId);
  for (const session of own) sessions.end(session);
  const problems: string[] = [];
  let files = 0;
  try {
    files += await lessons.forget(agentId);
  } catch (error) {
    problems.push(`lessons: ${diskReason(error)}`);
  }
  for (const game_id of games) {
    const question = { type: 'agent_forget', agent_id: agentId, game_id, data: {} } as const;
    const answer = await askProxy(link, question, DEADLINE_MS);
    if (answer.ok) files += agentForgetAnswerSchema.parse(answer.value).removed.length;
    else problems.push(`${game_id}: ${answer.failure.message}`);
  }
  const lines = await audit.pseudonymise(agentId);
  if (!lines.ok) problems.push(`audit: ${lines.failure}`);
  return { sessions: own.length, files, audit_lines: lines.ok ? lines.value : 0, problems };
}

/** The agent of a request, and all games. */
interface AskedData {
  readonly agentId: string;
  readonly games: readonly string[];
}

async function readRequest(
  { link }: AgentDataOptions,
  { params }: FastifyRequest,
): Promise<Result<AskedData>> {
  const read = parseWith(paramsSchema, params);
  if (!read.ok) return read;
  const listed = await askAsOperator(link, 'game_list', 'all', { unrestricted: true });
  if (!listed.ok) return listed;
  const { games } = gameOperations.game_list.answer.parse(listed.value);
  return ok({ agentId: read.value.agent_id, games: games.map(({ game_id }) => game_id) });
}
