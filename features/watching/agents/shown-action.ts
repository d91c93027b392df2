import type { Result } from '#shared/core/result.js';
import type { ActionData } from '#shared/protocol/actions.js';
import type { ActionOutcome, SpectatorAction } from '#shared/protocol/spectator/agents.js';
import type { ActionResult } from '#shared/protocol/state/action-result.js';
import { actionFields } from '../../../proxy/actions/action-fields.js';
import { actionsByAnyName } from '../../../proxy/actions/registry.js';
import { placeName, unitName } from '../../../proxy/orders/descriptions.js';
import { displayName } from '../../../proxy/rules/lookup/names.js';
import type { World } from '../../../proxy/world/world.js';

/** An action in words, and its place. */
export interface ActionText {
  /** Actor and target: `Settlers 103, (12, 8)`. Empty for an action without both. */
  readonly text: string;
  /** Index of the target's tile, or else of the actor's. */
  readonly tile?: number | undefined;
}

const MAX_TEXT_CHARS = 120;

/** Describes an action for spectators. Call it before the action is done, while its unit still exists. */
export function actionText(world: World, data: ActionData): ActionText {
  const fields = actionFields(data);
  const actor = actorOf(world, data, fields.actor_id);
  const target = targetOf(world, fields.target);
  const choice = [fields.sub_target, fields.text].find((value) => typeof value === 'string');
  const parts = [actor.text, target.text, typeof choice === 'string' ? wordsOf(choice) : undefined];
  const text = parts.filter((word) => word !== undefined && word !== '').join(', ');
  const tile = target.tile ?? actor.tile;
  return { text: text.slice(0, MAX_TEXT_CHARS), tile };
}

interface TextPart {
  readonly text?: string;
  readonly tile?: number;
}

/** Cities and units usually share one range of ids; where both use an id, the action decides. */
function actorOf(world: World, { action_type, type }: ActionData, id: unknown): TextPart {
  if (typeof id !== 'number') return {};
  const unit = world.units.get(id);
  const city = world.cities.get(id);
  const actor = actionsByAnyName.get(action_type ?? type ?? '')?.actor;
  const isCity = city !== undefined && (unit === undefined || actor === 'city');
  if (isCity) return { text: city.name, tile: city.tile };
  return unit === undefined ? { text: String(id) } : { text: unitName(world, unit), tile: unit.tile };
}

function targetOf(world: World, target: unknown): TextPart {
  if (typeof target !== 'object' || target === null) return {};
  if ('x' in target && 'y' in target && typeof target.x === 'number' && typeof target.y === 'number')
    return placeOf(world, { x: target.x, y: target.y });
  if ('value' in target) return { text: wordsOf(String(target.value)) };
  if (!('id' in target) || typeof target.id !== 'number') return {};
  const unit = world.units.get(target.id);
  if (unit !== undefined) return { text: unitName(world, unit), tile: unit.tile };
  const city = world.cities.get(target.id);
  if (city !== undefined) return { text: city.name, tile: city.tile };
  const player = world.players.get(target.id);
  return { text: player?.name ?? String(target.id) };
}

function placeOf(world: World, place: { readonly x: number; readonly y: number }): TextPart {
  const tile = world.map.tileAt(place);
  return tile === undefined ? { text: `(${place.x}, ${place.y})` } : { text: placeName(world, tile), tile };
}

function wordsOf(name: string): string {
  return displayName(name).replaceAll('_', ' ');
}

const MAX_SENTENCE_CHARS = 240;

/** The outcome that is shown for an action. */
export function outcomeOf(result: Result<ActionResult>): ActionOutcome {
  if (result.ok) return result.value.outcome;
  const { code, details } = result.failure;
  if (details?.outcome === 'unknown') return 'unknown';
  return code === 'E131' ? 'rejected' : 'invalid';
}

/** The messages of the game server, or why the action was refused, shortened. */
export function sentenceOf(result: Result<ActionResult>): Pick<SpectatorAction, 'sentence' | 'code'> {
  const text = result.ok ? result.value.server_messages.join(' ') : result.failure.message;
  const sentence = text.length > MAX_SENTENCE_CHARS ? `${text.slice(0, MAX_SENTENCE_CHARS)} …` : text;
  return { ...(text !== '' && { sentence }), ...(!result.ok && { code: result.failure.code }) };
}

/** The verdict as it is kept in the decisions file. `ms`: milliseconds from the start of the action to its verdict. */
export function recordedVerdict(
  id: string,
  result: Result<ActionResult>,
  ms: number,
): Readonly<Record<string, unknown>> {
  const common = { outcome: outcomeOf(result), action_id: id, ms };
  if (!result.ok) {
    const { code, message } = result.failure;
    return { ...common, code, message };
  }
  const { version, server_messages, changes, result: inner } = result.value;
  return { ...common, version, server_messages, state_change: inner.state_change, changes };
}
