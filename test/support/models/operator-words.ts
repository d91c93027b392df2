import type { SeenPrompt } from './scripted-model.js';

/** Whether a message of a prompt is from a person: it begins with the tag whose key the system prompt tells. */
export function isOfOperator({ system }: SeenPrompt, text: string): boolean {
  const [tag] = /<operator \w+>/u.exec(system) ?? [];
  return tag !== undefined && text.startsWith(tag);
}
