import { createHash } from 'node:crypto';
import { failure } from '#shared/core/failure.js';
import { fail, ok, type Result } from '#shared/core/result.js';
import type { MapAnswer, MapQuestion } from '#shared/protocol/agent-requests.js';
import type { Broadcasts } from '../broadcast/broadcasts.js';
import { recordedPicture } from '../export/turn-picture.js';
import type { Games } from '../games/lifecycle/games.js';
import { svgToPng } from '../views/map/map-png.js';
import { mapSvg } from '../views/map/map-svg.js';
import { pictureSvg } from '../views/map/picture-svg.js';
import type { World } from '../world/world.js';

interface DrawnPng {
  readonly tag: string;
  readonly body: Promise<string>;
}

/** Pictures of games' maps, as a seat or as an observer sees them. */
export class MapPictures {
  readonly #games: Games;
  readonly #broadcasts: Broadcasts;
  /** The last PNG of each world, because drawing one takes long. */
  readonly #drawn = new WeakMap<World, DrawnPng>();
  #lastDrawing: Promise<unknown> = Promise.resolve();

  constructor(games: Games, broadcasts: Broadcasts) {
    this.#games = games;
    this.#broadcasts = broadcasts;
  }

  /** E140 for a game that is not there, E122 for an agent without a seat in it or a game not begun. */
  async answer(gameId: string, question: MapQuestion): Promise<Result<MapAnswer>> {
    if (question.delay_turns > 0) return this.#asItWas(gameId, question);
    const world = await this.#world(gameId, question.agent_id);
    if (!world.ok) return world;
    const svg = mapSvg(world.value, question.scale);
    const tag = tagOf(svg, question.format);
    if (question.known === tag) return ok({ tag });
    if (question.format === 'svg') return ok({ tag, body: svg });
    return ok({ tag, body: await this.#png(world.value, tag, svg) });
  }

  /** The whole map some turns ago, from the recording; E122 where there is none so old. */
  async #asItWas(
    gameId: string,
    { delay_turns, scale, format, known }: MapQuestion,
  ): Promise<Result<MapAnswer>> {
    const broadcast = await this.#broadcasts.find(gameId, undefined);
    if (!broadcast.ok) return broadcast;
    const { recording } = broadcast.value;
    const isThere = await recording.refresh();
    const turns = isThere ? await recording.turnsShown({ turns: delay_turns, seconds: 0 }, Date.now()) : [];
    const view = await recording.stateAt(turns.at(-1) ?? -1);
    if (view === undefined) return fail(failure('E122', 'Nothing of this game can be shown yet'));
    const svg = pictureSvg(recordedPicture(view), scale);
    const tag = tagOf(svg, format);
    if (known === tag) return ok({ tag });
    return ok({ tag, body: format === 'svg' ? svg : (await svgToPng(svg)).toString('base64') });
  }

  async #world(gameId: string, agentId: string | undefined): Promise<Result<World>> {
    const game = this.#games.get(gameId);
    if (game === undefined) return fail(failure('E140', `There is no game ${gameId}`));
    const seats = agentId === undefined ? game.seats[0] : game.seat(agentId);
    if (agentId !== undefined && seats === undefined)
      return fail(failure('E122', `The agent ${agentId} has no seat in the game ${gameId}`));
    // Where there can be no observer, after the end for example, the first player's map is all there is.
    const observed = agentId === undefined ? await this.#broadcasts.currentWorld(game) : undefined;
    const world = observed ?? seats?.world;
    if (world === undefined || world.map.tileCount === 0)
      return fail(failure('E122', 'Nobody has seen this game yet'));
    return ok(world);
  }

  /** One at a time, so that those who ask for many do not take all processors. */
  #png(world: World, tag: string, svg: string): Promise<string> {
    const drawn = this.#drawn.get(world);
    if (drawn?.tag === tag) return drawn.body;
    const body = this.#lastDrawing.then(() => svgToPng(svg)).then((png) => png.toString('base64'));
    this.#lastDrawing = body.catch(() => undefined);
    this.#drawn.set(world, { tag, body });
    return body;
  }
}

/** The same for the same picture, whatever else has changed. */
function tagOf(svg: string, format: string): string {
  return `"${createHash('sha256').update(svg).digest('base64url').slice(0, 22)}-${format}"`;
}
