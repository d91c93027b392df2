import type { Action } from '../action.js';
import type { Family } from '../registry.js';
import { clientPacketUses } from './client-packets.js';
import { actionJsonSchema, type JsonSchema } from './tool-definitions.js';

const INTRODUCTION = `# Actions

Made from the registry by \`npm run generate\`; do not edit. Send \`{"type": "action", "data": {"action_type": NAME, ...}}\`.
\`actor_id\` is your unit or city and may be called \`unit_id\` or \`city_id\`. A \`target\` is \`{"x", "y"}\` of a tile, \`{"id"}\` of a
unit, city or player, or \`{"value"}\` with a name; a bare name or number does as well. Names are found whatever their case,
spaces, underscores or plural. An action that is not valid is answered E130 with the path at fault and what could be done
instead, and nothing is sent; one that the server refuses is E131 with its own sentence. With
\`"parameters": {"validate": false}\` the rules are not checked here and the server is the only judge: what it refuses is E131, or
\`no_effect\` where it says nothing. Fields, names and whose unit or city it is are checked all the same. A \`no_effect\` has a
\`reason\`; where it ended what the unit was at, \`state_change\` says so. A mission that was tried and failed
is \`applied\` with \`succeeded: false\`.`;

/** The reference of all actions and of the packets behind them, in Markdown. */
export function referencePage(families: readonly Family[]): string {
  const parts = families.map(({ name, actions }) => `## ${name}\n\n${actions.map(entry).join('\n')}`);
  return `${[INTRODUCTION, ...parts, packetTable(families)].join('\n\n')}\n`;
}

function entry(action: Action): string {
  const aliases = action.aliases.length === 0 ? '' : ` (also ${action.aliases.map(code).join(', ')})`;
  const fields = fieldList(actionJsonSchema(action));
  return `- ${code(action.name)}${aliases}: ${action.doc}${fields === '' ? '' : ` Fields: ${fields}.`}`;
}

function fieldList(schema: JsonSchema): string {
  const required = new Set(Array.isArray(schema.required) ? schema.required : []);
  return Object.entries(record(schema.properties))
    .map(([name, field]) => fieldText(name, record(field), required.has(name)))
    .join(', ');
}

function fieldText(name: string, field: JsonSchema, isRequired: boolean): string {
  const notes = [
    ...(isRequired ? [] : ['optional']),
    ...(Array.isArray(field.enum) ? [field.enum.join(' | ')] : []),
    // The introduction says what an actor is.
    ...(typeof field.description === 'string' && name !== 'actor_id' ? [field.description] : []),
  ];
  return notes.length === 0 ? code(name) : `${code(name)} (${notes.join('; ')})`;
}

function packetTable(families: readonly Family[]): string {
  const uses = clientPacketUses(families.flatMap(({ actions }) => actions));
  const rows = uses.map(({ packet, actions, exclusion }) => {
    const senders = actions.length > SHOWN ? [...actions.slice(0, SHOWN), '...'] : actions;
    return `| ${code(packet)} | ${exclusion === undefined ? senders.map(code).join(', ') : `not play: ${exclusion}`} |`;
  });
  const head = '## Packets\n\nEvery packet a client of FreeCiv 3.0 may send, and the actions that send it.\n';
  return [head, '| packet | sent by |', '| --- | --- |', ...rows].join('\n');
}

/** Names of actions shown for one packet. */
const SHOWN = 6;

function code(text: string): string {
  return text === '...' ? text : `\`${text}\``;
}

function record(value: unknown): JsonSchema {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}
