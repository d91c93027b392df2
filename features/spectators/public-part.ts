import { isJsonObject, type JsonObject } from '#shared/core/json.js';

/** The parts of a snapshot or update that are agents' own: what they do, think, plan and cost. */
const OWN_PARTS: ReadonlySet<string> = new Set(['agents', 'actions', 'transcript']);

/**
 * What everybody may see of a message to spectators: a snapshot, an update, or a recorded turn of them. The rest of the game
 * stays; what is an agent's own is taken out.
 */
export function publicPart(data: JsonObject): JsonObject {
  const { frames, ...rest } = data;
  const shown = Object.fromEntries(Object.entries(rest).filter(([key]) => !OWN_PARTS.has(key)));
  return Array.isArray(frames) ? { ...shown, frames: frames.map(publicFrame) } : shown;
}

function publicFrame(frame: unknown): unknown {
  if (!isJsonObject(frame)) return frame;
  const { snapshot, update, ...rest } = frame;
  return {
    ...rest,
    ...(isJsonObject(snapshot) && { snapshot: publicPart(snapshot) }),
    ...(isJsonObject(update) && { update: publicPart(update) }),
  };
}
