import { existsSync } from 'node:fs';
import type { GameFolder } from '../disk/game-folder.js';
import type { GameRecord, SeatRecord } from '../disk/game-record.js';
import { finalSave } from '../saves/game-saves.js';
import { readSave, SaveText } from '../saves/save-file.js';
import type { Ledger } from '../score/ledger.js';
import type { Account } from '../score/ledger-entry.js';
import { type Manifest, writeManifest } from './manifest.js';
import { ownVersion } from './own-version.js';

export interface Archiving {
  readonly folder: GameFolder;
  readonly record: GameRecord;
  readonly ledger: Ledger;
}

export function isArchived({ manifest }: GameFolder): boolean {
  return existsSync(manifest);
}

/**
 * Makes the folder of an ended game an archive: books its last turns and writes the manifest, once. Saves, journal and
 * books stay where they are. Rejects when the disk does not take it.
 */
export async function archiveGame({ folder, record, ledger }: Archiving, now: Date): Promise<void> {
  if (isArchived(folder)) return;
  const account = await ledger.balance();
  await writeManifest(folder.manifest, manifestOf(record, account, await serverVersion(folder), now));
}

function manifestOf(record: GameRecord, { turns, lives }: Account, server: string, now: Date): Manifest {
  const { id, config, seats, ended } = record;
  return {
    format: 1,
    game_id: id,
    ended_at: now.toISOString(),
    versions: { gateway: ownVersion(), node: process.versions.node, freeciv_server: server },
    ruleset: config.ruleset,
    seeds: config.seeds,
    options: config,
    agents: seats.map(({ agentId, username, player, since }) => ({
      agent_id: agentId,
      username,
      player,
      since,
    })),
    lives: [...lives],
    end: ended === undefined ? null : { reason: ended.reason, winners: ended.winners },
    turns: turns.map(({ turn, hash }) => ({ turn, hash })),
    ranking: rankingOf(turns, seats),
  };
}

function rankingOf(turns: Account['turns'], seats: readonly SeatRecord[]): Manifest['ranking'] {
  const last = turns.at(-1)?.players ?? [];
  return last
    .map(({ player, name, nation, score }) => {
      const seat = seats.find((known) => known.player === player);
      return { player, name, nation, agent_id: seat?.agentId ?? null, score };
    })
    .sort((a, b) => b.score - a.score);
}

/** As the server wrote it into its last save; empty for a game that was over before it had one. */
async function serverVersion(folder: GameFolder): Promise<string> {
  const last = await finalSave(folder);
  const text = last === undefined ? undefined : await readSave(last.file);
  return text === undefined ? '' : new SaveText(text).text('savefile', 'revision');
}
