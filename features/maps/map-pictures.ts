import { createHash } from 'node:crypto';
import { failure } from '#shared/core/failure.js';
import { parseWith } from '#shared/core/parse.js';
import { fail, ok, type Result } from '#shared/core/result.js';
import { type MapAnswer, type MapQuestion, mapQuestionSchema } from '#shared/protocol/agent-requests.js';
import type { Answer, AskedRequest, LinkTable } from '../../proxy/api/requests/asked-request.js';
import { WATCHES } from '../../proxy/api/requests/link-table.js';
import type { Game } from '../../proxy/games/lifecycle/game.js';
import type { Games } from '../../proxy/games/lifecycle/games.js';
import type { Seat } from '../../proxy/games/seats/seat.js';
import type { World } from '../../proxy/world/world.js';
import type { Broadcasts } from '../watching/broadcasts.js';
import type { GameBroadcast } from '../watching/game-broadcast.js';
import { mapSvg, pictureSvg, svgToPng } from './map-image.js';
import { recordedPicture } from './turn-picture.js';

/** How long a picture waits for the map of a game that begins, in milliseconds. */
const MAX_BEGINNING_MS = 5_000;

/** Answers requests for the map of a game as a picture. */
export function mapRows(pictures: MapPictures): Pick<LinkTable, 'game_map'> {
  const answer = async ({ request: { game_id, data } }: AskedRequest): Promise<Answer> => {
    const question = parseWith(mapQuestionSchema, data, 'data');
    if (!question.ok) return question;
    const picture = await pictures.answer(game_id, question.value);
    return picture.ok ? ok({ ...picture.value }) : picture;
  };
  return { game_map: { steps: WATCHES, handle: answer } };
}

interface RenderedPng {
  readonly tag: string;
  readonly body: Promise<string>;
}

/** A picture as SVG, and what it shows: the last PNG of each source is kept. */
interface Picture {
  readonly svg: string;
  readonly source: World | GameBroadcast;
}

/** Draws the maps of games, as a seat or the observer sees them. */
export class MapPictures {
  readonly #games: Games;
  readonly #broadcasts: Broadcasts;
  /** Kept because rendering one takes long. */
  readonly #rendered = new WeakMap<Picture['source'], RenderedPng>();
  #lastRendering: Promise<unknown> = Promise.resolve();

  constructor(games: Games, broadcasts: Broadcasts) {
    this.#games = games;
    this.#broadcasts = broadcasts;
  }

  /** The picture, or only its tag when the client has it already. E140 for an unknown game, E122 for an agent without a seat in it or a game that has not begun. */
  async answer(gameId: string, question: MapQuestion): Promise<Result<MapAnswer>> {
    const drawn = await this.#draw(gameId, question);
    if (!drawn.ok) return drawn;
    const { format, known } = question;
    // An entity tag (HTTP ETag) of the picture: equal for equal pictures.
    const tag = `"${createHash('sha256').update(drawn.value.svg).digest('base64url').slice(0, 22)}-${format}"`;
    if (known === tag) return ok({ tag });
    return ok({ tag, body: format === 'svg' ? drawn.value.svg : await this.#png(drawn.value, tag) });
  }

  async #draw(gameId: string, question: MapQuestion): Promise<Result<Picture>> {
    if (question.delay_turns > 0) return this.#delayedMap(gameId, question);
    const game = this.#games.get(gameId);
    if (game === undefined) return fail(failure('E140', `There is no game ${gameId}`));
    if (question.agent_id !== undefined) return seatMap(game, question.agent_id, question.scale);
    return this.#wholeMap(game, question.scale);
  }

  /** The whole map some turns ago, from the recording. E122 when no turn is that old. */
  async #delayedMap(gameId: string, { delay_turns, scale }: MapQuestion): Promise<Result<Picture>> {
    const broadcast = await this.#broadcasts.find(gameId, undefined);
    if (!broadcast.ok) return broadcast;
    const { recording } = broadcast.value;
    const isThere = await recording.refresh();
    const turns = isThere ? await recording.turnsShown({ turns: delay_turns, seconds: 0 }, Date.now()) : [];
    const view = await recording.stateAt(turns.at(-1) ?? -1);
    if (view === undefined) return fail(failure('E122', 'Nothing of this game can be shown yet'));
    return ok({ svg: pictureSvg(recordedPicture(view), scale), source: broadcast.value });
  }

  /** The whole map: as it is observed; without an observer, after the end of the game for example, as it was recorded last. */
  async #wholeMap(game: Game, scale: number): Promise<Result<Picture>> {
    const observed = await this.#broadcasts.currentWorld(game);
    if (observed !== undefined && observed.map.tileCount > 0) return worldMap(game, observed, scale);
    const broadcast = await this.#broadcasts.find(game.id, undefined);
    const view = broadcast.ok ? await broadcast.value.lastRecorded() : undefined;
    if (broadcast.ok && view !== undefined)
      return ok({ svg: pictureSvg(recordedPicture(view), scale), source: broadcast.value });
    // Where the whole game was never observed, the map of the first seat is used.
    return worldMap(game, game.seats[0]?.world, scale);
  }

  /** Renders one at a time, so that many requests do not occupy all processors. */
  #png({ svg, source }: Picture, tag: string): Promise<string> {
    const rendered = this.#rendered.get(source);
    if (rendered?.tag === tag) return rendered.body;
    const body = this.#lastRendering.then(() => svgToPng(svg)).then((png) => png.toString('base64'));
    this.#lastRendering = body.catch(() => undefined);
    this.#rendered.set(source, { tag, body });
    return body;
  }
}

/** What the seat of an agent knows. E122 for an agent without one. */
async function seatMap(game: Game, agentId: string, scale: number): Promise<Result<Picture>> {
  const seat = game.seat(agentId);
  if (seat === undefined)
    return fail(failure('E122', `The agent ${agentId} has no seat in the game ${game.id}`));
  await untilMapKnown(game, seat);
  return worldMap(game, seat.world, scale);
}

/** E122 where no tile of the map is known yet; for a lost game the reason why it is lost. */
function worldMap({ state }: Game, world: World | undefined, scale: number): Result<Picture> {
  if (world === undefined || world.map.tileCount === 0)
    return fail(state.kind === 'lost' ? state.failure : failure('E122', 'Nobody has seen this game yet'));
  return ok({ svg: mapSvg(world, scale), source: world });
}

/** Waits, in a game that begins, until the game server has told a seat its map; for a while only. */
async function untilMapKnown({ state }: Game, seat: Seat): Promise<void> {
  if (state.kind !== 'starting' && state.kind !== 'running') return;
  await seat.until(({ map }) => map.tileCount > 0, AbortSignal.timeout(MAX_BEGINNING_MS));
}
