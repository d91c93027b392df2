import { z } from 'zod';
import { parseJson } from '../core/json.js';
import type { ProxyEntry } from './directory.js';

const proxyEntrySchema: z.ZodType<ProxyEntry> = z.strictObject({
  id: z.string(),
  url: z.string(),
  games: z.number(),
  maxGames: z.number(),
  isDraining: z.boolean(),
});

/** The entry of a proxy in JSON text; undefined for anything else. */
export function parseProxyEntry(text: string): ProxyEntry | undefined {
  return proxyEntrySchema.safeParse(parseJson(text)).data;
}
