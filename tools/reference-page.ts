import type { JsonObject } from '#shared/core/json.js';
import type { Action } from '../proxy/actions/action.js';
import type { ActionGroup } from '../proxy/actions/registry.js';
import { actionJsonSchema } from '../proxy/actions/tools/action-tools.js';
import type { ClientPacketName } from '../proxy/freeciv/generated/packets.js';
import { loadPacketTable } from '../proxy/freeciv/packet-table.js';

const INTRODUCTION = `# Actions

Made from the registry by \`npm run generate\`; do not edit. Send \`{"type": "action", "data": {"action_type": NAME, ...}}\`.

- \`actor_id\` is your unit or city. It may be called \`unit_id\` or \`city_id\`.
- \`target\` is \`{"x", "y"}\` of a tile, \`{"id"}\` of a unit, city or player, or \`{"value"}\` with a name. A bare name or number is
  accepted too.
- Names are found whatever their case, spaces, underscores or plural.
- An action that is not valid is answered with E130, the path at fault, and what could be done instead. Nothing is sent to the
  game server. An action that the server refuses is E131 with the server's own sentence.
- With \`"parameters": {"validate": false}\` the proxy does not check the rules, and the game server alone decides: what it
  refuses is E131, or \`no_effect\` where it says nothing. Fields, names and owners are still checked.
- A \`no_effect\` has a \`reason\`. Where the attempt ended the unit's activity, \`state_change\` says so.
- A mission that was tried and failed is \`applied\` with \`succeeded: false\`.`;

/** A description as long as this, of as many actions, is written once above them. */
const COMMON = { minLength: 30, minActions: 3 };

/** The reference of all actions and of the packets behind them, in Markdown. */
export function referencePage(groups: readonly ActionGroup[]): string {
  const common = commonFields(groups);
  const list = [...common].map(([name, description]) => `- ${code(name)}: ${description}`);
  const parts = groups.map(
    ({ name, actions }) => `## ${name}\n\n${actions.map((action) => entry(action, common)).join('\n')}`,
  );
  const fields = `## Common fields\n\n${list.join('\n')}`;
  return `${[INTRODUCTION, fields, ...parts, packetTable(groups)].join('\n\n')}\n`;
}

/** The fields that mean the same in many actions, with their description. */
function commonFields(groups: readonly ActionGroup[]): ReadonlyMap<string, string> {
  const counts = new Map<string, Map<string, number>>();
  for (const action of groups.flatMap(({ actions }) => actions))
    for (const [name, field] of Object.entries(record(actionJsonSchema(action).properties))) {
      const { description } = record(field);
      if (typeof description !== 'string' || description.length < COMMON.minLength) continue;
      const ofName = counts.get(name) ?? new Map<string, number>();
      counts.set(name, ofName.set(description, (ofName.get(description) ?? 0) + 1));
    }
  return new Map(
    [...counts].flatMap(([name, ofName]) => {
      const [[description, count] = ['', 0], ...others] = ofName;
      const isCommon = others.length === 0 && count >= COMMON.minActions && name !== 'actor_id';
      return isCommon ? [[name, description] as const] : [];
    }),
  );
}

function entry(action: Action, common: ReadonlyMap<string, string>): string {
  const aliases = action.aliases.length === 0 ? '' : ` (also ${action.aliases.map(code).join(', ')})`;
  const fields = fieldList(actionJsonSchema(action), common);
  return `- ${code(action.name)}${aliases}: ${action.doc}${fields === '' ? '' : ` Fields: ${fields}.`}`;
}

function fieldList(schema: JsonObject, common: ReadonlyMap<string, string>): string {
  const required = new Set(Array.isArray(schema.required) ? schema.required : []);
  return Object.entries(record(schema.properties))
    .map(([name, field]) => fieldText(name, record(field), required.has(name), common.has(name)))
    .join(', ');
}

function fieldText(name: string, field: JsonObject, isRequired: boolean, isCommon: boolean): string {
  const notes = [
    ...(isRequired ? [] : ['optional']),
    ...(Array.isArray(field.enum) ? [field.enum.join(' | ')] : []),
    // The introduction says what an actor is.
    ...(typeof field.description === 'string' && name !== 'actor_id' && !isCommon ? [field.description] : []),
  ];
  return notes.length === 0 ? code(name) : `${code(name)} (${notes.join('; ')})`;
}

function packetTable(groups: readonly ActionGroup[]): string {
  const uses = clientPacketUses(groups.flatMap(({ actions }) => actions));
  const rows = uses.map(({ packet, actions, exclusion }) => {
    const senders = actions.length > SHOWN ? [...actions.slice(0, SHOWN), '...'] : actions;
    return `| ${code(packet)} | ${exclusion === undefined ? senders.map(code).join(', ') : `not play: ${exclusion}`} |`;
  });
  const head =
    '## Packets\n\nEvery packet that a client of FreeCiv 3.0 may send, and the actions that send it.\n';
  return [head, '| packet | sent by |', '| --- | --- |', ...rows].join('\n');
}

const SHOWN = 6;

function code(text: string): string {
  return text === '...' ? text : `\`${text}\``;
}

function record(value: unknown): JsonObject {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

/** A packet that clients send, and what sends it here. */
export interface ClientPacketUse {
  readonly packet: string;
  readonly actions: readonly string[];
  /** Why no action sends it; undefined when one does. */
  readonly exclusion: string | undefined;
}

const EDITOR = "the map editor's; players have no right to it";
const JOINING = 'joining a game, which llm_connect does';
const PLUMBING = 'keeping the connection, which the proxy does';
const CLIENT = "a graphical client's own memory, which changes nothing in the game";
const OPERATOR = "the operator's rights, which no agent gets";

/** Packets that do not play. A test fails when an action sends one that is listed here. */
const exclusions: Readonly<Partial<Record<ClientPacketName, string>>> = {
  server_join_req: JOINING,
  authentication_reply: JOINING,
  nation_select_req: JOINING,
  player_ready: JOINING,
  client_info: JOINING,
  conn_pong: PLUMBING,
  client_heartbeat: PLUMBING,
  city_refresh: 'asking for a city again, which the proxy need not: it holds what it was told',
  player_attribute_block: CLIENT,
  player_attribute_chunk: CLIENT,
  unit_sscs_set: CLIENT,
  single_want_hack_req: OPERATOR,
  save_scenario: OPERATOR,
};

/** Every packet that clients of protocol 3.0 may send, in the order of their numbers. */
export function clientPacketUses(actions: Iterable<Action>): ClientPacketUse[] {
  const all = [...actions];
  const reasons = new Map<string, string>(Object.entries(exclusions));
  return loadPacketTable('3.0')
    .packets.filter(({ from }) => from !== 'server')
    .map(({ name }) => ({
      packet: name,
      actions: all.filter(({ sends }) => sends.some((sent) => sent === name)).map((action) => action.name),
      exclusion: reasons.get(name) ?? (name.startsWith('edit_') ? EDITOR : undefined),
    }));
}
