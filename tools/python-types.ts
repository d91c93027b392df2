import { errorCodes } from '#shared/core/error-codes.js';
import { isJsonObject, type JsonObject } from '#shared/core/json.js';
import { gameRequests, gameRequestTypes } from '#shared/protocol/game-requests.js';
import { agentMessages } from '../features/pages/agent-messages.js';
import { componentsOf, type JsonSchema, sharedName } from '../features/pages/json-schema.js';
import { actions } from '../proxy/actions/registry.js';

/** Messages of clients of the earlier gateway, which the Python package does not speak. */
const LEGACY_MESSAGE = /_actions_(?:query|response)$|^chat(?:_response)?$/;

/** Names of types that would otherwise be made from the path to them. */
const SHORTER_NAMES: Readonly<Record<string, string>> = {
  StateUpdateFullData: 'FullState',
  StateUpdateLlmOptimizedData: 'LlmOptimizedState',
  StateUpdateDeltaData: 'DeltaState',
  StateUpdateSceneData: 'SceneState',
  StateUpdateBriefData: 'BriefState',
  StateUpdateMapData: 'MapState',
  StateUpdateCitiesData: 'CitiesState',
  StateUpdateOptionsData: 'OptionsState',
  StateUpdateDeltaDataForm2: 'DeltaResync',
  StateUpdateBriefDataForm2: 'BriefText',
  StateUpdateMapDataForm2: 'MapText',
  StateUpdateCitiesDataForm2: 'CitiesText',
  StateUpdateOptionsDataForm2: 'OptionsText',
  LegalActionsList1: 'Offer',
  LegalActionsList2: 'NumberedOffer',
  LegalActionsForm3: 'ChoiceSchema',
  OfferTargetForm2: 'TargetId',
  OfferTargetForm3: 'TargetValue',
  ActionBatchResultResultActionResult: 'BatchVerdict',
  ActionBatchResultResultForm2: 'BatchFailure',
};

/** Words that Python does not take as the name of a field. */
const KEYWORDS = new Set(
  (
    'and as assert async await break class continue def del elif else except finally for from global if ' +
    'import in is lambda nonlocal not or pass raise return try while with yield'
  ).split(' '),
);

const MAX_WIDTH = 110;

/**
 * The source of the Python module `freeciv_gateway.protocol`: a TypedDict for the `data` of each message and for what is in
 * it, made from the same schemas that check the messages; the table of error codes, the requests that only read, and the
 * names of the actions.
 */
export function pythonTypesSource(): string {
  const messages = agentMessages.filter(({ name }) => !LEGACY_MESSAGE.test(name));
  const types = new PythonTypes(componentsOf(messages.map(({ data }) => data)));
  for (const { name, summary, data } of messages)
    if (data !== undefined) types.define(pascal(name), data, `\`data\` of ${name}. ${summary}`);
  const codes = Object.entries(errorCodes).map(
    ([code, { meaning, retry }]) => `    "${code}": (${text(meaning)}, ${retry ? 'True' : 'False'}),`,
  );
  const reading = gameRequestTypes.filter((type) => gameRequests[type].reads);
  return [
    '"""The messages of the protocol as types. Written by `npm run generate` from the schemas: do not change it by hand."""',
    '',
    'from __future__ import annotations',
    '',
    'from typing import Any, Dict, FrozenSet, List, Literal, Mapping, Tuple, TypedDict, Union',
    '',
    '#: Each code of an error: what it means, and whether the same request may work later.',
    'ERROR_CODES: Mapping[str, Tuple[str, bool]] = {',
    ...codes,
    '}',
    '',
    '#: Requests that only read: they may be sent again whatever became of them.',
    `READING_REQUESTS: FrozenSet[str] = frozenset({${reading.map((type) => `"${type}"`).join(', ')}})`,
    '',
    '#: The names of all actions.',
    'ACTION_TYPES: Tuple[str, ...] = (',
    ...[...actions.keys()].map((name) => `    "${name}",`),
    ')',
    '',
    ...types.sources,
  ].join('\n');
}

/** Collects the definitions of types, each after those that it needs. */
class PythonTypes {
  readonly #components: Readonly<Record<string, JsonSchema>>;
  readonly #sources = new Map<string, string>();
  /** The names of types that stand within others, by their schemas: what has the same form has one type. */
  readonly #inner = new Map<string, string>();

  constructor(components: Readonly<Record<string, JsonSchema>>) {
    this.#components = components;
  }

  get sources(): readonly string[] {
    return [...this.#sources.values()];
  }

  /** Defines a type of that name, an alias where the schema is not an object. */
  define(name: string, schema: JsonSchema, comment: string): void {
    if (this.#sources.has(name)) return;
    if (propertiesOf(schema) !== undefined) {
      this.#object(name, schema, comment);
      return;
    }
    const type = this.#type(schema, name);
    if (type !== name) this.#sources.set(name, `#: ${comment}\n${name} = ${type}\n`);
  }

  /** The type of a value as an annotation; `name` is for a type that has to be defined for it. */
  #type(schema: JsonSchema, name: string): string {
    const { $ref, allOf, items, prefixItems } = schema;
    if (typeof $ref === 'string') return this.#shared($ref);
    if (Array.isArray(allOf) && isJsonObject(allOf[0])) return this.#type(allOf[0], name);
    if ('const' in schema) return `Literal[${literal(schema.const)}]`;
    if (Array.isArray(schema.enum)) return `Literal[${schema.enum.map(literal).join(', ')}]`;
    const members = [schema.anyOf, schema.oneOf].find(Array.isArray)?.filter(isJsonObject);
    if (members !== undefined) return this.#union(members, name);
    if (Array.isArray(prefixItems)) {
      const parts = prefixItems.filter(isJsonObject).map((part) => this.#type(part, name));
      return parts.every((part) => part === parts[0]) ? `List[${parts[0]}]` : 'List[Any]';
    }
    if (isJsonObject(items)) return `List[${this.#type(items, itemName(name))}]`;
    if (schema.type === 'object') return this.#dictionary(schema, name);
    return plainType(schema.type);
  }

  #shared(reference: string): string {
    const shared = sharedName(reference) ?? '';
    this.define(shared, this.#components[shared] ?? {}, `${shared}, as several messages have it.`);
    return this.#sources.has(shared) ? shared : 'Any';
  }

  #union(members: readonly JsonObject[], name: string): string {
    const types = members.map((member, at) => this.#type(member, `${name}${memberName(members, at)}`));
    const distinct = [...new Set(types)];
    return distinct.length === 1 ? (distinct[0] ?? 'Any') : `Union[${distinct.join(', ')}]`;
  }

  #dictionary(schema: JsonSchema, name: string): string {
    if (propertiesOf(schema) !== undefined) {
      const { description, ...form } = schema;
      const key = JSON.stringify(form);
      const known = this.#inner.get(key) ?? SHORTER_NAMES[name] ?? name;
      this.#inner.set(key, known);
      if (!this.#sources.has(known)) this.#object(known, schema, String(description ?? `Part of ${name}.`));
      return known;
    }
    const { additionalProperties: values } = schema;
    return isJsonObject(values) && Object.keys(values).length > 0
      ? `Dict[str, ${this.#type(values, itemName(name))}]`
      : 'Dict[str, Any]';
  }

  /** A TypedDict. Python 3.9 knows no optional field, so those that are always there get a class of their own. */
  #object(name: string, schema: JsonSchema, comment: string): void {
    const required = new Set(Array.isArray(schema.required) ? schema.required : []);
    const fields = Object.entries(propertiesOf(schema) ?? {}).flatMap(([field, value]) =>
      isJsonObject(value) ? [{ field, value, type: this.#type(value, `${name}${pascal(field)}`) }] : [],
    );
    const named = fields.filter(({ field }) => isName(field));
    const others = fields.filter(({ field }) => !isName(field));
    const always = named.filter(({ field }) => required.has(field));
    const sometimes = named.filter(({ field }) => !required.has(field));
    const bases: string[] = [];
    const parts: string[] = [];
    if (others.length > 0) {
      const entries = others.map(({ field, type }) => `"${field}": ${type}`).join(', ');
      parts.push(`_${name}Other = TypedDict("_${name}Other", {${entries}}, total=False)`, '');
      bases.push(`_${name}Other`);
    }
    const isSplit = always.length > 0 && sometimes.length + others.length > 0;
    if (isSplit) {
      parts.push(`class _${name}Always(TypedDict):`, ...always.flatMap(fieldLines), '', '');
      bases.unshift(`_${name}Always`);
    }
    const head = [
      ...(bases.length > 0 ? bases : ['TypedDict']),
      ...(always.length === 0 || isSplit ? ['total=False'] : []),
    ];
    const own = isSplit ? sometimes : named;
    const body = own.length === 0 ? ['    pass'] : own.flatMap(fieldLines);
    parts.push(
      `class ${name}(${head.join(', ')}):`,
      ...wrapped('    """', `${comment.replaceAll('\\', '')}"""`),
      '',
      ...body,
      '',
      '',
    );
    this.#sources.set(name, parts.join('\n'));
  }
}

interface Field {
  readonly field: string;
  readonly value: JsonObject;
  readonly type: string;
}

function fieldLines({ field, value, type }: Field): readonly string[] {
  return [...wrapped('    #: ', describe(value)), `    ${field}: ${type}`];
}

function describe({ description }: JsonObject): string {
  return typeof description === 'string' ? description : '';
}

/** Text in lines of at most MAX_WIDTH, each after a prefix; further lines of a docstring are only indented. */
function wrapped(prefix: string, words: string): readonly string[] {
  const lines: string[] = [];
  let line = prefix.trimEnd();
  for (const word of words.split(/\s+/).filter((one) => one !== '')) {
    const isFirst = line === prefix.trimEnd();
    const space = isFirst && prefix.endsWith('"') ? '' : ' ';
    if (line.length + word.length + 1 > MAX_WIDTH && !isFirst) {
      lines.push(line);
      line = prefix.includes('#') ? `    #: ${word}` : `    ${word}`;
    } else line = `${line}${space}${word}`;
  }
  return words === '' ? [] : [...lines, line];
}

function propertiesOf({ properties }: JsonSchema): JsonObject | undefined {
  return isJsonObject(properties) && Object.keys(properties).length > 0 ? properties : undefined;
}

/** What a member of a union is called after: the constant that only it has, or its place. */
function memberName(members: readonly JsonObject[], at: number): string {
  const constants = members.map((member) => constantsOf(member));
  const own = constants[at]?.find((word) => constants.filter((words) => words.includes(word)).length === 1);
  if (own !== undefined) return pascal(own);
  if (members[at]?.type === 'array') return `List${at + 1}`;
  return at === 0 ? '' : `Form${at + 1}`;
}

function constantsOf(member: JsonObject): readonly string[] {
  return Object.values(propertiesOf(member) ?? {}).flatMap((field) =>
    isJsonObject(field) && typeof field.const === 'string' ? [field.const] : [],
  );
}

function itemName(name: string): string {
  return (
    SHORTER_NAMES[name] ?? (name.endsWith('ies') ? `${name.slice(0, -3)}y` : name.replace(/(?<!s)s$/, ''))
  );
}

function plainType(type: unknown): string {
  if (Array.isArray(type)) return `Union[${type.map(plainType).join(', ')}]`;
  switch (type) {
    case 'string':
      return 'str';
    case 'integer':
      return 'int';
    case 'number':
      return 'float';
    case 'boolean':
      return 'bool';
    case 'null':
      return 'None';
    case 'array':
      return 'List[Any]';
    default:
      return 'Any';
  }
}

function isName(field: string): boolean {
  return /^[A-Za-z_]\w*$/.test(field) && !KEYWORDS.has(field);
}

function literal(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  return value === null ? 'None' : JSON.stringify(value);
}

function text(words: string): string {
  return JSON.stringify(words);
}

function pascal(name: string): string {
  return name
    .split(/[^A-Za-z0-9]+/)
    .map((word) => `${word.slice(0, 1).toUpperCase()}${word.slice(1)}`)
    .join('');
}
