import { statePatchAnswerSchema } from '#shared/protocol/link.js';
import type { DeltaState } from '#shared/protocol/state/delta.js';
import type { ProxyLink } from '../link/proxy-link.js';

/** The reply of a model waits for the state no longer than this. */
const DEADLINE_MS = 5000;

/** Whose state it is. */
interface Seat {
  readonly agentId: string;
  readonly gameId: string;
}

/** The version of a seat's state; undefined while the game cannot be asked. */
export async function fetchVersion(link: ProxyLink, seat: Seat): Promise<number | undefined> {
  return (await ask(link, seat, {}))?.version;
}

/** What changed in the state of a seat since a version; null while the game cannot be asked. */
export async function fetchStatePatch(
  link: ProxyLink,
  seat: Seat,
  since: number,
): Promise<DeltaState | null> {
  return (await ask(link, seat, { since_version: since }))?.patch ?? null;
}

/** Beside the agent's own queries: its deltas go on from what it was sent itself. */
async function ask(link: ProxyLink, { agentId, gameId }: Seat, data: { readonly since_version?: number }) {
  const question = { type: 'state_patch', agent_id: agentId, game_id: gameId, data: { ...data } } as const;
  const outcome = await link.request(question, DEADLINE_MS);
  if (!outcome.ok || outcome.value.type === 'error') return undefined;
  return statePatchAnswerSchema.safeParse(outcome.value.data).data;
}
