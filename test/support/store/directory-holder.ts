import { z } from 'zod';
import { systemClock } from '#shared/core/clock.js';
import type { Lease, OwnDirectory } from '#shared/store/directory.js';
import { OwnFolderDirectory } from '#shared/store/folder/own-folder-directory.js';
import { openRedisDirectory } from './redis-directory.js';

/** What the process of a holder is asked: to claim a game, and whether its lease is valid. */
const holderRequestSchema = z.strictObject({
  what: z.enum(['claim', 'is_valid']),
  gameId: z.string(),
});

/** Which directory the process of a holder opens. */
const holderStoreSchema = z.union([
  z.strictObject({ dataDir: z.string(), leaseMs: z.number() }),
  z.strictObject({ redisUrl: z.string(), leaseMs: z.number() }),
]);

/** Serves the process that has started this one: a proxy's directory in a process that can be stopped and killed. */
async function hold(directory: OwnDirectory): Promise<void> {
  const leases = new Map<string, Lease>();
  const lost = new Set<string>();
  directory.onLost(({ gameId }) => lost.add(gameId));
  const url = 'ws://127.0.0.1:1/llmsocket/8002';
  await directory.announce({ id: 'holder', url, games: 0, maxGames: 10, isDraining: false });
  process.on('message', async (message) => {
    const { what, gameId } = holderRequestSchema.parse(message);
    if (what === 'is_valid') {
      process.send?.({ isValid: leases.get(gameId)?.isValid === true, isLost: lost.has(gameId) });
      return;
    }
    const claim = await directory.claim(gameId);
    if (claim.ok) leases.set(gameId, claim.value);
    process.send?.({ fence: claim.ok ? claim.value.fence : 0 });
  });
  process.on('disconnect', () => process.exit());
  process.send?.('ready');
}

if (process.argv[2] !== undefined) {
  const store = holderStoreSchema.parse(JSON.parse(process.argv[2]));
  if ('dataDir' in store) await hold(new OwnFolderDirectory({ ...store, clock: systemClock }));
  else await hold((await openRedisDirectory(store.redisUrl, store.leaseMs)).directory);
}
