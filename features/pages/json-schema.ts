import { z } from 'zod';
import { isJsonObject } from '#shared/core/json.js';
import { errorDataSchema, missingPartSchema, waitingForSchema } from '#shared/protocol/agent-answers.js';
import { diskSchema } from '#shared/protocol/disk.js';
import { gameConfigSchema } from '#shared/protocol/game-config.js';
import { gameEndSchema, gameInfoSchema, gamePlayerSchema } from '#shared/protocol/game-summary.js';
import { invitationSchema } from '#shared/protocol/invitations.js';
import { legacyErrorSchema, submittableActionSchema } from '#shared/protocol/legacy.js';
import { remoteSeatViewSchema } from '#shared/protocol/remote-seats.js';
import { healthSchema, proxyHealthSchema, restErrorSchema } from '#shared/protocol/rest.js';
import { scenarioResultSchema, scenarioStateSchema } from '#shared/protocol/scenario.js';
import {
  spectatorActionSchema,
  spectatorAgentSchema,
  spectatorBlockSchema,
} from '#shared/protocol/spectator/agents.js';
import { spectatorSnapshotSchema, spectatorUpdateSchema } from '#shared/protocol/spectator/messages.js';
import { actionResultSchema } from '#shared/protocol/state/action-result.js';
import { briefNationSchema, packedBriefSchema, turnsEndedSchema } from '#shared/protocol/state/brief.js';
import { cityViewSchema } from '#shared/protocol/state/city.js';
import { outputsSchema, placeSchema } from '#shared/protocol/state/common.js';
import { compactVerdictSchema } from '#shared/protocol/state/compact-result.js';
import { mapViewSchema, tileViewSchema } from '#shared/protocol/state/map.js';
import {
  outlookViewSchema,
  researchViewSchema,
  treasuryViewSchema,
  treatyViewSchema,
} from '#shared/protocol/state/nation.js';
import { noteSchema } from '#shared/protocol/state/notes.js';
import { offersShape } from '#shared/protocol/state/offer.js';
import { planViewSchema } from '#shared/protocol/state/plans.js';
import { playerViewSchema } from '#shared/protocol/state/player.js';
import { wakeConditionsSchema } from '#shared/protocol/state/standing-orders.js';
import { enclosedStateSchema } from '#shared/protocol/state/state-answer.js';
import { unitViewSchema } from '#shared/protocol/state/unit.js';
import { seatRunSchema } from '#shared/protocol/usage.js';

/** A JSON Schema object. */
export type JsonSchema = Readonly<Record<string, unknown>>;

const changeSchema = actionResultSchema.shape.changes.element;

/** The schemas that stand once in a document, under `components`, and by their name where they are used. */
const SHARED_SCHEMAS: Readonly<Record<string, z.ZodType>> = {
  ActionOutcome: actionResultSchema.shape.result,
  ActionResult: actionResultSchema,
  Brief: packedBriefSchema,
  BriefNation: briefNationSchema,
  Change: changeSchema,
  City: cityViewSchema,
  CompactVerdict: compactVerdictSchema,
  Disk: diskSchema,
  EnclosedState: enclosedStateSchema,
  EntityFacts: changeSchema.shape.before.unwrap(),
  Error: errorDataSchema,
  GameConfig: gameConfigSchema,
  GameEnd: gameEndSchema,
  GameInfo: gameInfoSchema,
  GamePlayer: gamePlayerSchema,
  GatewayHealth: healthSchema,
  Invitation: invitationSchema,
  LegacyError: legacyErrorSchema,
  LegalActions: offersShape.legal_actions,
  Map: mapViewSchema,
  MissingPart: missingPartSchema,
  Note: noteSchema,
  Outlook: outlookViewSchema,
  Outputs: outputsSchema,
  Place: placeSchema,
  Plan: planViewSchema,
  Player: playerViewSchema,
  ProxyHealth: proxyHealthSchema,
  RemoteSeat: remoteSeatViewSchema,
  Research: researchViewSchema,
  RestError: restErrorSchema,
  ScenarioResult: scenarioResultSchema,
  ScenarioState: scenarioStateSchema,
  SeatRun: seatRunSchema,
  SpectatorAction: spectatorActionSchema,
  SpectatorAgent: spectatorAgentSchema,
  SpectatorBlock: spectatorBlockSchema,
  SpectatorCity: spectatorSnapshotSchema.shape.cities.element,
  SpectatorPlayer: spectatorSnapshotSchema.shape.players.element,
  SpectatorSnapshot: spectatorSnapshotSchema,
  SpectatorUpdate: spectatorUpdateSchema,
  SubmittableAction: submittableActionSchema,
  Tile: tileViewSchema,
  Treasury: treasuryViewSchema,
  Treaty: treatyViewSchema,
  TurnsEnded: turnsEndedSchema,
  Unit: unitViewSchema,
  WaitingFor: waitingForSchema,
  WakeConditions: wakeConditionsSchema,
};

/** Gives zod the name of a shared schema as its `id`, and the description of every schema. */
class NamedSchemas extends z.core.$ZodRegistry<z.core.GlobalMeta> {
  readonly #names = new Map<z.core.$ZodType, string>(
    Object.entries(SHARED_SCHEMAS).map(([name, schema]) => [schema, name]),
  );

  override get(schema: z.core.$ZodType) {
    const { id: _id, ...meta } = z.globalRegistry.get(schema) ?? {};
    const id = this.#names.get(schema);
    return id === undefined ? meta : { ...meta, id };
  }
}

const namedSchemas = new NamedSchemas();
const ZOD_REFERENCE = '#/$defs/';
const REFERENCE = '#/components/schemas/';

/** The JSON Schema of a request (`input`) or answer (`output`). `componentsOf` resolves its references. */
export function jsonSchema(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
  const { $schema: _dialect, $defs: _shared, ...rest } = convert(schema, io);
  return withReferences(rest);
}

function convert(schema: z.ZodType, io: 'input' | 'output'): z.core.JSONSchema.BaseSchema {
  return z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override: ({ jsonSchema: node }) => withoutNoise(node),
    ...(io === 'output' && { metadata: namedSchemas }),
  });
}

/** Removes what says nothing to a reader: the range of safe integers, and that names of fields are strings. */
function withoutNoise(node: z.core.JSONSchema.BaseSchema): void {
  if (node.minimum === Number.MIN_SAFE_INTEGER) delete node.minimum;
  if (node.maximum === Number.MAX_SAFE_INTEGER) delete node.maximum;
  const { propertyNames: names } = node;
  if (typeof names === 'object' && Object.keys(names).join() === 'type') delete node.propertyNames;
}

/** Makes zod's references those of a document; `allOf` keeps a description beside one in every version of JSON Schema. */
function withReferences(node: JsonSchema): JsonSchema {
  const { $ref, ...rest } = node;
  const inner = Object.fromEntries(
    Object.entries(rest).map(([key, value]) => [key, partWithReferences(value)]),
  );
  if (typeof $ref !== 'string') return inner;
  const reference = { $ref: $ref.replace(ZOD_REFERENCE, REFERENCE) };
  return Object.keys(inner).length === 0 ? reference : { ...inner, allOf: [reference] };
}

function partWithReferences(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(partWithReferences);
  return isJsonObject(value) ? withReferences(value) : value;
}

/** The shared schemas that a document refers to, and those that these refer to, by name. */
export function componentsOf(document: unknown): Readonly<Record<string, JsonSchema>> {
  const found = new Map<string, JsonSchema>();
  const collect = (part: unknown): void => {
    for (const name of referredNames(part)) {
      const schema = SHARED_SCHEMAS[name];
      if (schema === undefined || found.has(name)) continue;
      const definition = withReferences(convert(schema, 'output').$defs?.[name] ?? {});
      found.set(name, definition);
      collect(definition);
    }
  };
  collect(document);
  return Object.fromEntries([...found].toSorted(([one], [other]) => (one < other ? -1 : 1)));
}

function referredNames(value: unknown): readonly string[] {
  if (Array.isArray(value)) return value.flatMap(referredNames);
  if (!isJsonObject(value)) return [];
  return Object.values(value).flatMap((part) => {
    const name = typeof part === 'string' ? sharedName(part) : undefined;
    return name === undefined ? referredNames(part) : [name];
  });
}

/** The name of the shared schema that a `$ref` of a document leads to; undefined for another reference. */
export function sharedName(reference: string): string | undefined {
  return reference.startsWith(REFERENCE) ? reference.slice(REFERENCE.length) : undefined;
}
