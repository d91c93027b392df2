import type { PacketRequirement } from '../../freeciv/value-codecs.js';
import { enumsOfRequirement, ownNamesOf } from '../../freeciv/versions/own-numbers.js';

const named = new Map<string, readonly string[]>();

/** The name of what a requirement is about, as the packets' own fields name it; '' when it has none. */
export function requiredName(requirement: PacketRequirement): string {
  return namesOf(requirement.type)[requirement.value] ?? '';
}

/** Whether a requirement is about one of these names, a thing's flags for example. */
export function namesOneOf(requirement: PacketRequirement, names: ReadonlySet<string>): boolean {
  return names.has(requiredName(requirement));
}

/** Names of the values of one kind of requirement, by number. */
function namesOf(kind: string): readonly string[] {
  const known = named.get(kind);
  if (known !== undefined) return known;
  const names: string[] = [];
  for (const enumeration of enumsOfRequirement(kind)) {
    for (const [number, name] of ownNamesOf(enumeration).entries()) {
      if (name !== undefined) names[number] = name;
    }
  }
  named.set(kind, names);
  return names;
}

/** Our own number of an action, as `blockedBy` bits count them; -1 for none. */
export function actionNumber(action: string): number {
  return namesOf('VUT_ACTION').indexOf(action);
}
