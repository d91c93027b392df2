import { type Failure, failure } from '#shared/core/failure.js';
import type { Logger } from '#shared/core/log.js';
import { parseWith } from '#shared/core/parse.js';
import type { Result } from '#shared/core/result.js';
import { presenceDataSchema, presenceSchema } from '#shared/protocol/agent-answers.js';
import { mapQuestionSchema } from '#shared/protocol/agent-requests.js';
import type { Disk } from '#shared/protocol/disk.js';
import { gameRequests, isGameOperation, isGameRequestType } from '#shared/protocol/game-operations.js';
import type { LinkAnswer, LinkRequest } from '#shared/protocol/link.js';
import { toolsQuerySchema } from '#shared/protocol/tools.js';
import { toolsFor } from '../../actions/tools/provider-forms.js';
import type { SpectatorRequests } from '../../broadcast/spectator-requests.js';
import { movedFailure } from '../../games/lifecycle/game-leases.js';
import type { Games } from '../../games/lifecycle/games.js';
import type { GameOperations } from '../../games/operations/operations.js';
import type { GameStorage } from '../../games/storage/game-storage.js';
import type { MapPictures } from '../answers/map-pictures.js';
import { statePatch } from '../answers/state-patch.js';
import { linkAnswer, linkFailure } from '../link-messages.js';
import type { LinkPushSink, Outboxes } from '../outbox/seat-outbox.js';
import type { AgentRequests } from './agent-requests.js';
import type { LinkPresence } from './link-presence.js';
import type { RequestsInProgress } from './requests-in-progress.js';
import { notStored } from './stored-answers.js';
import { outcomeUnknown } from './unknown-outcomes.js';

/** What answers requests; the same for all links of a proxy. */
export interface LinkServices {
  readonly requests: AgentRequests;
  readonly maps: MapPictures;
  readonly games: Games;
  /** The bucket that the games are in, if there is one. */
  readonly storage: GameStorage | undefined;
  readonly operations: GameOperations;
  readonly outboxes: Outboxes;
  readonly inProgress: RequestsInProgress;
  disk(): Promise<Disk>;
  readonly log: Logger;
}

/** What belongs to one link. */
export interface LinkState {
  readonly spectators: SpectatorRequests;
  readonly sink: LinkPushSink;
  readonly presence: LinkPresence;
}

/** Requests that any proxy answers, whatever game they name. */
const ANYWHERE: ReadonlySet<string> = new Set(['tools', 'disk', 'game_list', 'presence', 'spectate_end']);

/**
 * Answers one request of a gateway, in any case: an exception is logged and answered with E121 or E500. A request for a
 * game that another proxy owns is answered with E123 and `moved_to`.
 */
export async function answerLinkRequest(
  services: LinkServices,
  link: LinkState,
  request: LinkRequest,
  signal: AbortSignal,
): Promise<LinkAnswer> {
  try {
    return await answerByOwner(services, link, request, signal);
  } catch (error) {
    return internalError(services, request, error);
  }
}

async function answerByOwner(
  services: LinkServices,
  link: LinkState,
  request: LinkRequest,
  signal: AbortSignal,
): Promise<LinkAnswer> {
  const { games, inProgress } = services;
  const { type, game_id: gameId } = request;
  if (ANYWHERE.has(type)) return answerHere(services, link, request, signal);
  const refusal = await games.refusal(gameId);
  if (refusal !== undefined) return linkFailure(request, refusal, Date.now());
  const before = games.get(gameId);
  const ended = inProgress.begin(gameId);
  const answer = await answerStored(services, link, request, signal).finally(ended);
  const game = before ?? games.get(gameId);
  const isHere = game === undefined || (games.get(gameId) !== game && game.state.kind !== 'moved');
  return isHere || games.owns(gameId) ? answer : linkFailure(request, lostMeanwhile(request), Date.now());
}

/** Another proxy owns the game by now, or may own it: what was done here may not have happened there. */
function lostMeanwhile({ once }: LinkRequest): Failure {
  return once === undefined ? movedFailure(undefined) : outcomeUnknown();
}

/** The answer, once the bucket has what it tells. */
async function answerStored(
  services: LinkServices,
  link: LinkState,
  request: LinkRequest,
  signal: AbortSignal,
): Promise<LinkAnswer> {
  const answer = await answerHere(services, link, request, signal);
  const unstored = await notStored(services.storage, request, answer);
  return unstored === undefined ? answer : linkFailure(request, unstored, Date.now());
}

async function answerHere(
  services: LinkServices,
  link: LinkState,
  request: LinkRequest,
  signal: AbortSignal,
): Promise<LinkAnswer> {
  try {
    const refusal = await spectatingRefusal(services, request);
    if (refusal !== undefined) return linkFailure(request, refusal, Date.now());
    if (request.type === 'llm_connect') return await answerConnect(services, link, request);
    if (request.type === 'presence') return answerPresence(link, request);
    if (request.type === 'tools') return answerTools(request);
    if (request.type === 'disk') return linkAnswer(request, 'disk', await services.disk(), Date.now());
    if (request.type === 'game_map') return await answerGameMap(services, request);
    const result = await resultOf(services, link, request, request.type, signal);
    return result.ok
      ? linkAnswer(request, answerType(request.type), result.value, Date.now())
      : linkFailure(request, result.failure, Date.now());
  } catch (error) {
    return internalError(services, request, error);
  }
}

function internalError({ log }: LinkServices, request: LinkRequest, error: unknown): LinkAnswer {
  const { type, agent_id: agent, game_id: game } = request;
  log.error({ err: error, agent, game, type }, 'request failed');
  const code = type === 'state_query' ? 'E121' : 'E500';
  return linkFailure(request, failure(code, 'Internal error; the request may be sent again'), Date.now());
}

/** Answers a request about one game or seat. */
async function resultOf(
  { games, requests, operations }: LinkServices,
  { spectators }: LinkState,
  request: LinkRequest,
  type: Exclude<LinkRequest['type'], SpecialType>,
  signal: AbortSignal,
): Promise<Result<Record<string, unknown>>> {
  const { game_id: gameId, data } = request;
  if (type === 'outcome') return requests.outcome(request, signal);
  if (type === 'state_patch') return statePatch(games, request);
  if (isGameRequestType(type)) return requests.answer(type, request, signal);
  if (isGameOperation(type)) return operations.answer(type, gameId, data);
  return spectators.answer(type, gameId, data);
}

/** Requests that have a function of their own. */
type SpecialType = 'llm_connect' | 'tools' | 'game_map' | 'presence' | 'disk';

/** Requests that show a game to spectators. */
const spectatingTypes: ReadonlySet<LinkRequest['type']> = new Set([
  'spectate',
  'recording',
  'recording_state',
  'recording_turn',
  'recording_part',
  'game_map',
  'game_score',
  'game_diplomacy',
  'game_chances',
  'game_saves',
]);

/** Why a game that was created without spectators refuses a request; undefined when it does not. */
async function spectatingRefusal(
  { games }: LinkServices,
  { type, game_id: gameId, unrestricted }: LinkRequest,
): Promise<Failure | undefined> {
  if (!spectatingTypes.has(type) || unrestricted === true) return undefined;
  return await games.spectatorRefusal(gameId);
}

async function answerConnect(
  { requests, outboxes }: LinkServices,
  { sink, presence }: LinkState,
  request: LinkRequest,
): Promise<LinkAnswer> {
  const { data: where = 'connected' } = presenceSchema.safeParse(request.data.presence);
  presence.update(request.game_id, request.agent_id, where);
  const connected = await requests.connect(request);
  if (!connected.ok) return linkFailure(request, connected.failure, Date.now());
  // The game may be in memory only now.
  presence.update(request.game_id, request.agent_id, where);
  const { data } = connected.value;
  const outbox = outboxes.attach(sink, connected.value, request.correlation_id);
  return linkAnswer(request, 'llm_connect', { ...data, outbox }, Date.now());
}

function answerPresence({ presence }: LinkState, request: LinkRequest): LinkAnswer {
  const parsed = parseWith(presenceDataSchema, request.data, 'data');
  if (!parsed.ok) return linkFailure(request, parsed.failure, Date.now());
  presence.update(request.game_id, request.agent_id, parsed.value.presence);
  return linkAnswer(request, 'presence', {}, Date.now());
}

function answerTools(request: LinkRequest): LinkAnswer {
  const query = parseWith(toolsQuerySchema, request.data, 'data');
  if (!query.ok) return linkFailure(request, query.failure, Date.now());
  return linkAnswer(request, 'tools', { tools: toolsFor(query.value) }, Date.now());
}

async function answerGameMap({ maps }: LinkServices, request: LinkRequest): Promise<LinkAnswer> {
  const question = parseWith(mapQuestionSchema, request.data, 'data');
  if (!question.ok) return linkFailure(request, question.failure, Date.now());
  const picture = await maps.answer(request.game_id, question.value);
  if (!picture.ok) return linkFailure(request, picture.failure, Date.now());
  return linkAnswer(request, 'game_map', picture.value, Date.now());
}

/** The message type of the answer to a request that is not handled by a function of its own above. */
function answerType(type: Exclude<LinkRequest['type'], SpecialType>) {
  return isGameRequestType(type) ? gameRequests[type].answer : type;
}
