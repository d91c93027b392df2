import type { ActorOptions } from '#shared/protocol/state/options.js';

/** The options of an actor as text: a line for each action, with its ways. */
export function actorOptionsText({ actor, options, more, ask }: ActorOptions): string {
  const byAction = new Map<string, string[]>();
  for (const { action, target, what, odds: _odds, undecided: _undecided, ...choice } of options) {
    const fields = Object.entries(choice)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => (typeof value === 'number' ? `${name} ${value}` : partText(value)));
    const parts = target === undefined ? fields : [partText(target), ...fields];
    const lines = byAction.get(action) ?? [];
    lines.push(parts.length === 0 ? what : `${parts.join(' ')} (${what})`);
    byAction.set(action, lines);
  }
  const rest = Object.entries(more ?? {}).map(([action, count]) => `${action} ${count}`);
  return [
    actor,
    ...[...byAction].map(([action, lines]) => `${action}: ${lines.join('; ')}`),
    ...(rest.length === 0 ? [] : [`More: ${rest.join(', ')} (${ask ?? ''})`]),
  ].join('\n');
}

function partText(part: unknown): string {
  if (typeof part !== 'object' || part === null) return String(part);
  return Array.isArray(part) ? part.join(', ') : Object.values(part).join(',');
}
