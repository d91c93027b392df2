import { createHash } from 'node:crypto';
import { failure } from '#shared/core/failure.js';
import { fail, ok, type Result } from '#shared/core/result.js';
import type { MapAnswer, MapQuestion } from '#shared/protocol/agent-requests.js';
import type { SpectatorView } from '#shared/protocol/spectator/view.js';
import type { Broadcasts } from '../../broadcast/broadcasts.js';
import { recordedPicture } from '../../export/turn-picture.js';
import type { Game } from '../../games/lifecycle/game.js';
import type { Games } from '../../games/lifecycle/games.js';
import type { Seat } from '../../games/seats/seat.js';
import { mapSvg, pictureSvg, svgToPng } from '../../views/map/map-image.js';
import type { World } from '../../world/world.js';

/** How long a picture waits for the map of a game that begins, in milliseconds. */
const MAX_BEGINNING_MS = 5_000;

interface RenderedPng {
  readonly tag: string;
  readonly body: Promise<string>;
}

/** Draws the maps of games, as a seat or the observer sees them. */
export class MapPictures {
  readonly #games: Games;
  readonly #broadcasts: Broadcasts;
  /** The last PNG of each world, because rendering one takes long. */
  readonly #rendered = new WeakMap<World, RenderedPng>();
  #lastRendering: Promise<unknown> = Promise.resolve();

  constructor(games: Games, broadcasts: Broadcasts) {
    this.#games = games;
    this.#broadcasts = broadcasts;
  }

  /** The picture, or only its tag when the client has it already. E140 for an unknown game, E122 for an agent without a seat in it or a game that has not begun. */
  async answer(gameId: string, question: MapQuestion): Promise<Result<MapAnswer>> {
    if (question.delay_turns > 0) return this.#delayedMap(gameId, question);
    const recorded = question.agent_id === undefined ? await this.#lastRecorded(gameId) : undefined;
    if (recorded !== undefined) return recordedAnswer(recorded, question);
    const world = await this.#world(gameId, question.agent_id);
    if (!world.ok) return world;
    const svg = mapSvg(world.value, question.scale);
    const tag = tagOf(svg, question.format);
    if (question.known === tag) return ok({ tag });
    if (question.format === 'svg') return ok({ tag, body: svg });
    return ok({ tag, body: await this.#png(world.value, tag, svg) });
  }

  /** The whole map some turns ago, from the recording. E122 when no turn is that old. */
  async #delayedMap(gameId: string, question: MapQuestion): Promise<Result<MapAnswer>> {
    const broadcast = await this.#broadcasts.find(gameId, undefined);
    if (!broadcast.ok) return broadcast;
    const { recording } = broadcast.value;
    const isThere = await recording.refresh();
    const turns = isThere
      ? await recording.turnsShown({ turns: question.delay_turns, seconds: 0 }, Date.now())
      : [];
    const view = await recording.stateAt(turns.at(-1) ?? -1);
    if (view === undefined) return fail(failure('E122', 'Nothing of this game can be shown yet'));
    return recordedAnswer(view, question);
  }

  /** The last state that was recorded of a game that nobody observes any more: when it is over its game server is gone. */
  async #lastRecorded(gameId: string): Promise<SpectatorView | undefined> {
    const game = this.#games.get(gameId);
    if (game === undefined || (await this.#broadcasts.currentWorld(game)) !== undefined) return undefined;
    const broadcast = await this.#broadcasts.find(gameId, undefined);
    if (!broadcast.ok) return undefined;
    const { recording } = broadcast.value;
    return (await recording.refresh()) ? await recording.lastState() : undefined;
  }

  async #world(gameId: string, agentId: string | undefined): Promise<Result<World>> {
    const game = this.#games.get(gameId);
    if (game === undefined) return fail(failure('E140', `There is no game ${gameId}`));
    const seats = agentId === undefined ? game.seats[0] : game.seat(agentId);
    if (agentId !== undefined && seats === undefined)
      return fail(failure('E122', `The agent ${agentId} has no seat in the game ${gameId}`));
    // Where the whole game was never observed, the map of the first seat is used.
    if (agentId !== undefined) await untilMapKnown(game, seats);
    const observed = agentId === undefined ? await this.#broadcasts.currentWorld(game) : undefined;
    const world = observed ?? seats?.world;
    if (world === undefined || world.map.tileCount === 0)
      return fail(failure('E122', 'Nobody has seen this game yet'));
    return ok(world);
  }

  /** Renders one at a time, so that many requests do not occupy all processors. */
  #png(world: World, tag: string, svg: string): Promise<string> {
    const rendered = this.#rendered.get(world);
    if (rendered?.tag === tag) return rendered.body;
    const body = this.#lastRendering.then(() => svgToPng(svg)).then((png) => png.toString('base64'));
    this.#lastRendering = body.catch(() => undefined);
    this.#rendered.set(world, { tag, body });
    return body;
  }
}

/** The whole map as it was recorded, or only its tag when the client has it already. */
async function recordedAnswer(
  view: SpectatorView,
  { scale, format, known }: MapQuestion,
): Promise<Result<MapAnswer>> {
  const svg = pictureSvg(recordedPicture(view), scale);
  const tag = tagOf(svg, format);
  if (known === tag) return ok({ tag });
  return ok({ tag, body: format === 'svg' ? svg : (await svgToPng(svg)).toString('base64') });
}

/** Waits, in a game that begins, until the game server has told a seat its map; for a while only. */
async function untilMapKnown({ state }: Game, seat: Seat | undefined): Promise<void> {
  if (state.kind !== 'starting' && state.kind !== 'running') return;
  await seat?.until(({ map }) => map.tileCount > 0, AbortSignal.timeout(MAX_BEGINNING_MS));
}

/** An entity tag (HTTP ETag) of the picture: equal for equal pictures. */
function tagOf(svg: string, format: string): string {
  return `"${createHash('sha256').update(svg).digest('base64url').slice(0, 22)}-${format}"`;
}
