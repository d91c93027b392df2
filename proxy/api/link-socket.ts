import type { WebSocket } from 'ws';
import { systemClock } from '#shared/core/clock.js';
import { type Failure, failure } from '#shared/core/failure.js';
import { keepLinkAlive, LINK_PING_MS, LINK_SILENCE_MS } from '#shared/core/heartbeat.js';
import type { Logger } from '#shared/core/log.js';
import { parseWith } from '#shared/core/parse.js';
import { toolsQuerySchema } from '#shared/protocol/actions.js';
import { presenceDataSchema } from '#shared/protocol/agent-answers.js';
import { mapQuestionSchema } from '#shared/protocol/agent-requests.js';
import type { Disk } from '#shared/protocol/disk.js';
import { gameRequests, isGameOperation, isGameRequestType } from '#shared/protocol/game-operations.js';
import {
  type LinkAnswer,
  type LinkPush,
  type LinkRequest,
  linkRequestSchema,
} from '#shared/protocol/link.js';
import { anthropicTools, openAiTools } from '../actions/derived/tool-definitions.js';
import { actions } from '../actions/registry.js';
import type { Broadcasts } from '../broadcast/broadcasts.js';
import { SpectatorRequests } from '../broadcast/spectator-requests.js';
import { currentGame } from '../games/lifecycle/current-game.js';
import type { Games } from '../games/lifecycle/games.js';
import type { GameOperations } from '../games/operations/operations.js';
import type { AgentRequests } from './agent-requests.js';
import { linkAnswer, linkFailure, linkPush } from './link-messages.js';
import { LinkPresence } from './link-presence.js';
import type { MapPictures } from './map-answer.js';
import type { Instruments } from './metrics/instruments.js';
import { LinkReader } from './outbox/link-reader.js';
import type { Outboxes } from './outbox/outboxes.js';

export interface LinkSocketOptions {
  readonly socket: WebSocket;
  /** Bytes that have come from the gateway so far. */
  bytesRead(): number;
  readonly requests: AgentRequests;
  readonly maps: MapPictures;
  readonly games: Games;
  disk(): Promise<Disk>;
  readonly operations: GameOperations;
  readonly broadcasts: Broadcasts;
  readonly outboxes: Outboxes;
  readonly count: Instruments;
  readonly logger: Logger;
}

/** One gateway's connection: requests in, exactly one answer to each out. */
export function serveLink(options: LinkSocketOptions): void {
  const { socket, logger, count } = options;
  count.links.inc();
  const gone = new AbortController();
  const spectators = new SpectatorRequests(options.broadcasts, (gameId, channel, update) =>
    sendTo(
      socket,
      linkPush({ agentId: 'spectators', gameId }, 'spectator_update', { channel, update }, Date.now()),
    ),
  );
  const reader = new LinkReader(socket);
  const presence = new LinkPresence(options.games);
  socket.on('close', () => {
    count.links.dec();
    gone.abort();
    spectators.close();
    presence.end();
  });
  keepLinkAlive({
    socket,
    clock: systemClock,
    pingMs: LINK_PING_MS,
    silenceMs: LINK_SILENCE_MS,
    bytesRead: () => options.bytesRead(),
    lost: () => logger.warn('a gateway gives no sign of life; its link is cut'),
  });
  socket.on('error', (error) => logger.warn({ error: error.message }, 'gateway link failed'));
  socket.on('message', (bytes, isBinary) => {
    const began = performance.now();
    const request = isBinary ? undefined : readRequest(String(bytes));
    if (request === undefined) {
      logger.warn('a gateway sent what is no request');
      return;
    }
    const parts = { spectators, reader, presence };
    const answered = currentGame.run(request.game_id, () => answer(options, parts, request, gone.signal));
    void answered.then((message) => {
      sendTo(socket, message);
      reader.answered(message.correlation_id);
      count.requestSeconds.observe({ type: request.type }, (performance.now() - began) / 1000);
      count.requests.inc({ type: request.type, result: resultOf(message) });
    });
  });
}

/** What belongs to one link. */
interface LinkParts {
  readonly spectators: SpectatorRequests;
  readonly reader: LinkReader;
  readonly presence: LinkPresence;
}

function sendTo(socket: WebSocket, message: LinkAnswer | LinkPush): void {
  if (socket.readyState === socket.OPEN) socket.send(JSON.stringify(message));
}

function readRequest(text: string): LinkRequest | undefined {
  try {
    const parsed = linkRequestSchema.safeParse(JSON.parse(text));
    return parsed.success ? parsed.data : undefined;
  } catch {
    return undefined;
  }
}

async function answer(
  options: LinkSocketOptions,
  parts: LinkParts,
  request: LinkRequest,
  signal: AbortSignal,
): Promise<LinkAnswer> {
  try {
    const refusal = await unwatchable(options, request);
    if (refusal !== undefined) return linkFailure(request, refusal, Date.now());
    if (request.type === 'llm_connect') return await connect(options, parts, request);
    if (request.type === 'presence') return presence(parts, request);
    if (request.type === 'tools') return tools(request);
    if (request.type === 'disk') return linkAnswer(request, 'disk', await options.disk(), Date.now());
    if (request.type === 'game_map') return await gameMap(options, request);
    const { type, game_id: gameId, data } = request;
    const result = isGameRequestType(type)
      ? await options.requests.answer(type, request, signal)
      : isGameOperation(type)
        ? await options.operations.answer(type, gameId, data)
        : await parts.spectators.answer(type, gameId, data);
    return result.ok
      ? linkAnswer(request, answerType(type), result.value, Date.now())
      : linkFailure(request, result.failure, Date.now());
  } catch (error) {
    options.logger.error(
      { err: error, agent: request.agent_id, game: request.game_id, type: request.type },
      'request failed',
    );
    const code = request.type === 'state_query' ? 'E121' : 'E500';
    return linkFailure(request, failure(code, 'Internal error; the request may be sent again'), Date.now());
  }
}

/** What shows a game to people who watch. */
const watching: ReadonlySet<LinkRequest['type']> = new Set([
  'spectate',
  'recording',
  'recording_state',
  'recording_turn',
  'recording_part',
  'game_map',
  'game_score',
  'game_saves',
]);

/** Why a game made without spectators does not answer this. */
async function unwatchable(
  { games }: LinkSocketOptions,
  { type, game_id: gameId, unrestricted }: LinkRequest,
): Promise<Failure | undefined> {
  if (!watching.has(type) || unrestricted === true) return undefined;
  return await games.noSpectators(gameId);
}

function presence({ presence }: LinkParts, request: LinkRequest): LinkAnswer {
  const told = parseWith(presenceDataSchema, request.data, 'data');
  if (!told.ok) return linkFailure(request, told.failure, Date.now());
  presence.tell(request.game_id, request.agent_id, told.value.presence);
  return linkAnswer(request, 'presence', {}, Date.now());
}

function tools(request: LinkRequest): LinkAnswer {
  const query = parseWith(toolsQuerySchema, request.data, 'data');
  if (!query.ok) return linkFailure(request, query.failure, Date.now());
  const { format } = query.value;
  const definitions = format === 'openai' ? openAiTools(actions.values()) : anthropicTools(actions.values());
  return linkAnswer(request, 'tools', { tools: definitions }, Date.now());
}

async function gameMap({ maps }: LinkSocketOptions, request: LinkRequest): Promise<LinkAnswer> {
  const question = parseWith(mapQuestionSchema, request.data, 'data');
  if (!question.ok) return linkFailure(request, question.failure, Date.now());
  const picture = await maps.answer(request.game_id, question.value);
  if (!picture.ok) return linkFailure(request, picture.failure, Date.now());
  return linkAnswer(request, 'game_map', picture.value, Date.now());
}

function answerType(
  type: Exclude<LinkRequest['type'], 'llm_connect' | 'tools' | 'game_map' | 'presence' | 'disk'>,
) {
  return isGameRequestType(type) ? gameRequests[type].answer : type;
}

async function connect(
  { requests, outboxes }: LinkSocketOptions,
  { reader, presence }: LinkParts,
  request: LinkRequest,
): Promise<LinkAnswer> {
  presence.tell(request.game_id, request.agent_id, 'connected');
  const connected = await requests.connect(request);
  if (!connected.ok) return linkFailure(request, connected.failure, Date.now());
  const { data } = connected.value;
  const outbox = outboxes.attach(reader, connected.value, request.correlation_id);
  return linkAnswer(request, 'llm_connect', { ...data, outbox }, Date.now());
}

/** As it is counted: `ok`, or the error code. */
function resultOf({ type, data }: LinkAnswer): string {
  return type === 'error' ? String(data.error_code) : 'ok';
}
