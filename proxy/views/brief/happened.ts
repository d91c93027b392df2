import { displayName } from '../../rules/lookup/names.js';
import { type Message, plainText } from '../../world/messages.js';
import type { World } from '../../world/world.js';
import { overdueBy } from '../optimized/postponed.js';
import { type HappenedKind, happenedKind, KINDS } from './happened-kinds.js';

/** A line of a brief about something that happened. */
interface Happened {
  readonly kind: HappenedKind;
  /** One sentence or a few, without markup. */
  readonly text: string;
}

/**
 * What the messages after the first `count` of a world say, gravest first, then in their order. No sentence comes twice,
 * each unit has one line, its gravest, and what `isTold` by other means is left out.
 */
export function happenedSince(
  world: World,
  count: number,
  isTold: (message: Message) => boolean = () => false,
): readonly Happened[] {
  const built = wondersBuilt(world, world.messages.after(count));
  const lines = world.messages.after(count).flatMap((message) => {
    const isOver =
      message.event === 'E_WONDER_WILL_BE_BUILT' && built.some((name) => message.text.includes(name));
    const isBuildable = message.event === 'E_CITY_CANTBUILD' && overdueBy(world, message.text) !== undefined;
    const isWanted = message.version <= world.version && !isOver && !isBuildable && !isTold(message);
    const kind = isWanted ? happenedKind(message) : undefined;
    return kind === undefined ? [] : [{ kind, text: lineText(message.text), unit: unitIn(message.text) }];
  });
  lines.sort((a, b) => KINDS.indexOf(a.kind) - KINDS.indexOf(b.kind));
  const told = new Set<string>();
  return lines.flatMap(({ kind, text, unit }) => {
    const keys = unit === undefined ? [text] : [text, unit];
    if (keys.some((key) => told.has(key))) return [];
    for (const key of keys) told.add(key);
    return [{ kind, text }];
  });
}

/** The names of the wonders that some messages report as finished: earlier messages about their building are obsolete. */
function wondersBuilt({ ruleset }: World, messages: readonly Message[]): readonly string[] {
  const said = messages.filter(({ event }) => event === 'E_WONDER_BUILD');
  return [...ruleset.improvements.values()]
    .filter(({ genus }) => genus === 'IG_GREAT_WONDER')
    .map(({ name }) => displayName(name))
    .filter((name) => said.some(({ text }) => text.includes(name)));
}

/** The first unit that a message names, as `unit 7`: in fights the server names the reader's own first. */
function unitIn(text: string): string | undefined {
  const id = /\[id:(\d+)|tgt="unit" id=(\d+)/u.exec(text);
  return id === null ? undefined : `unit ${id[1] ?? id[2]}`;
}

/** The sentence as a brief has it: hit points that are left instead of the course of a fight, and no ellipsis. */
function lineText(text: string): string {
  return plainText(text)
    .replace(/ ?\[id:(\d+)[^\]]*?(\d+)(?: HP)? remaining[^\]]*\]/gu, ' ($1, $2 HP left)')
    .replace(/ ?\[id:(\d+)[^\]]*\]/gu, ' ($1)')
    .replace(/ ?(?:\.{2,}|…)/gu, '.')
    .replace(/\s+/gu, ' ')
    .trim();
}
