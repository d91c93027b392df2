import { type Disk, diskSchema } from '#shared/protocol/disk.js';
import type { ProxyLink } from '../link/proxy-link.js';

/** Whoever asks for health wants to know soon. */
const DEADLINE = 1000;

/** How the disk of the proxy is; undefined while it does not answer. */
export async function diskOf(link: ProxyLink): Promise<Disk | undefined> {
  if (!link.isUp) return undefined;
  const question = { type: 'disk', agent_id: 'health', game_id: 'all', data: {} } as const;
  const outcome = await link.request(question, DEADLINE);
  return outcome.ok ? diskSchema.safeParse(outcome.value.data).data : undefined;
}
