import { z } from 'zod';
import { isJsonObject } from '#shared/core/json.js';
import { unknownFields } from '#shared/core/unknown-fields.js';
import { type ActionData, actionDataSchema } from '#shared/protocol/actions.js';
import { OFFER_INFORMATION } from '#shared/protocol/state/offer.js';

/** What an action is about, under one name for each thing whatever the agent called it. */
export type ActionFields = Readonly<Record<string, unknown>>;

/** Names that agents and older clients use for the thing an action chooses. */
const choiceAliases = [
  'value',
  'name',
  'tech_name',
  'tech',
  'technology',
  'production_type',
  'production',
  'unit_type',
  'improvement',
  'building',
] as const;

const textAliases = ['text', 'message', 'content'] as const;

const tileAliases = ['dest_x', 'dest_y', 'x', 'y'] as const;
const idAliases = ['target_id', 'player_id', 'recipient'] as const;

/** The fields that any action may have: the common ones, names that mean `target` or `text`, and the information of an offer. */
const commonFields: readonly string[] = [
  ...Object.keys(actionDataSchema.shape),
  ...OFFER_INFORMATION,
  ...choiceAliases,
  ...textAliases,
  ...tileAliases,
  ...idAliases,
  'validate',
];

/** Gathers the fields of an action: `actor_id`, `target` as {x, y}, {id} or {value}, `text`, and all others as they are. */
export function actionFields(data: ActionData): ActionFields {
  const all: Record<string, unknown> = { ...data.parameters, ...data };
  const fields: Record<string, unknown> = { ...all };
  for (const name of ['parameters', 'action_type', 'type']) delete fields[name];
  const actor = firstOf(all, ['actor_id', 'unit_id', 'city_id']);
  const target = targetOf(all);
  const text = firstOf(all, textAliases);
  if (actor !== undefined) fields.actor_id = actor;
  if (target !== undefined) fields.target = target;
  if (text !== undefined) fields.text = text;
  return fields;
}

/**
 * The same fields, with words in their places. A word in `target` moves to the one required field that lists it, if that field is
 * missing, such as `focus` of city_focus.
 */
export function withWord(fields: ActionFields, schema: z.ZodType): ActionFields {
  const { target, ...others } = fields;
  if (!(schema instanceof z.ZodObject) || !isJsonObject(target)) return fields;
  const { value } = target;
  const meant = Object.entries(schema.shape).filter(
    ([name, field]) =>
      others[name] === undefined && field instanceof z.ZodEnum && field.safeParse(value).success,
  );
  const [name] = meant[0] ?? [];
  return name === undefined || meant.length > 1 ? fields : { ...others, [name]: value };
}

function targetOf(all: Readonly<Record<string, unknown>>): unknown {
  const { target } = all;
  if (typeof target === 'string') return { value: target };
  if (typeof target === 'number') return { id: target };
  if (typeof target === 'object' && target !== null) return withChoice(target);
  const x = firstOf(all, ['dest_x', 'x']);
  const y = firstOf(all, ['dest_y', 'y']);
  if (x !== undefined || y !== undefined) return { x, y };
  const id = firstOf(all, idAliases);
  if (typeof id === 'number') return { id };
  const value = id ?? firstOf(all, choiceAliases);
  return value === undefined ? undefined : { value };
}

function withChoice(target: object): object {
  const value = firstOf({ ...target }, choiceAliases);
  return value === undefined ? target : { ...target, value };
}

function firstOf(values: Readonly<Record<string, unknown>>, names: readonly string[]): unknown {
  for (const name of names) if (values[name] !== undefined) return values[name];
  return undefined;
}

/** A sentence for each field that is neither one of this action nor of any. */
export function unknownActionFields(
  data: ActionData,
  { name, schema }: { readonly name: string; readonly schema: z.ZodType },
): readonly string[] {
  if (!(schema instanceof z.ZodObject)) return [];
  const fields = Object.keys({ ...data.parameters, ...data });
  return unknownFields(name, fields, [...Object.keys(schema.shape), ...commonFields]);
}
