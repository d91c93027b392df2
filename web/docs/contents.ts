import type { ProtocolDocuments } from './protocol-documents.js';

/** A line of the contents. */
interface ContentsEntry {
  /** The id of the part that it leads to. */
  readonly id: string;
  readonly label: string;
  /** All that the search looks through, in small letters. */
  readonly text: string;
}

/** A part of the contents under one heading. */
export interface ContentsGroup {
  readonly title: string;
  readonly entries: readonly ContentsEntry[];
}

/** Ids of parts, as the contents and links to them have them. */
export const partIds = {
  message: (channel: string, name: string) => `${channel}-${name}`,
  operation: (id: string) => `rest-${id}`,
  type: (name: string) => `type-${name}`,
} as const;

/** The contents of the page, in the order of the page. */
export function contentsOf({ channels, operations, types }: ProtocolDocuments): readonly ContentsGroup[] {
  const sockets = channels.map(({ name, address, messages }) => ({
    title: address,
    entries: messages.map((message) =>
      entry(partIds.message(name, message.name), message.name, message.summary, message.payload),
    ),
  }));
  const tags = [...new Set(operations.map(({ tag }) => tag))].map((tag) => ({
    title: `REST: ${tag}`,
    entries: operations
      .filter((operation) => operation.tag === tag)
      .map(({ id, method, path, summary, text }) =>
        entry(partIds.operation(id), `${method} ${path}`, summary, text),
      ),
  }));
  const more = [
    entry('errors', 'Error codes'),
    entry('closes', 'Close codes'),
    entry('proxy', 'The proxy’s own port'),
  ];
  const shared = Object.entries(types).map(([name, schema]) => entry(partIds.type(name), name, schema));
  return [
    ...sockets,
    ...tags,
    { title: 'Codes and operators', entries: more },
    { title: 'Types', entries: shared },
  ];
}

/** The contents that have every word of `words`; those whose label has them come first. Groups without any are left out. */
export function search(groups: readonly ContentsGroup[], words: string): readonly ContentsGroup[] {
  const wanted = words
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
  const has = (text: string) => wanted.every((word) => text.toLowerCase().includes(word));
  return groups
    .map(({ title, entries }) => {
      const found = entries.filter(({ text }) => has(text));
      return { title, entries: found.toSorted((a, b) => Number(has(b.label)) - Number(has(a.label))) };
    })
    .filter(({ entries }) => entries.length > 0);
}

function entry(id: string, label: string, ...more: readonly unknown[]): ContentsEntry {
  return { id, label, text: [label, ...more.map(wordsOf)].join(' ').toLowerCase() };
}

function wordsOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
