import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { type GameFolder, isArchived } from '../../proxy/games/disk/game-folder.js';
import type { GameRecord, SeatRecord } from '../../proxy/games/disk/game-record.js';
import { toldRuleset } from '../../proxy/games/disk/generated-ruleset.js';
import type { WriteGuard } from '../../proxy/games/disk/write-guard.js';
import type { EndedGame, GameArchives } from '../../proxy/games/lifecycle/game-options.js';
import { readSave, SaveSections } from '../../proxy/games/saves/save-file.js';
import { serverSaves } from '../../proxy/games/saves/stored-saves.js';
import type { LedgerContents } from '../../proxy/games/score/ledger-entry.js';
import { diplomacyOf } from '../diplomacy/game-diplomacy.js';
import { type ArchiveManifest, checkManifest, writeManifest } from './manifest.js';

const packageSchema = z.object({ version: z.string() });

/** The version of this package, from the package.json above this file. */
function ownVersion(): string {
  for (const above of ['../../package.json', '../../../package.json']) {
    try {
      return packageSchema.parse(JSON.parse(readFileSync(new URL(above, import.meta.url), 'utf8'))).version;
    } catch {
      // One folder further up, when this is the built file.
    }
  }
  return 'unknown';
}

/** Archives are the folders of ended games, described by a manifest. */
export const gameArchives: GameArchives = { write: archiveGame, check: checkManifest };

async function archiveGame({ folder, record, ledger, disk }: EndedGame, now: number): Promise<void> {
  if (isArchived(folder)) return;
  const account = await ledger.sync();
  const manifest = manifestOf(
    record,
    account,
    (await serverVersion(folder, disk)) || (record.serverVersion ?? ''),
    now,
  );
  const { treaties } = await diplomacyOf(folder, record.id, account.turns);
  await writeManifest(folder.manifest, { ...manifest, treaties }, disk);
}

function manifestOf(
  record: GameRecord,
  { turns, runs: lives }: LedgerContents,
  server: string,
  now: number,
): ArchiveManifest {
  const { id, config, seats, ended } = record;
  const generated = toldRuleset({ ...record, phase: 'ended' });
  return {
    format: 1,
    game_id: id,
    ended_at: new Date(now).toISOString(),
    versions: { gateway: ownVersion(), node: process.versions.node, freeciv_server: server },
    ruleset: config.ruleset,
    seeds: config.seeds,
    ...(generated !== undefined && { generated_ruleset: generated }),
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

function rankingOf(turns: LedgerContents['turns'], seats: readonly SeatRecord[]): ArchiveManifest['ranking'] {
  const last = turns.at(-1)?.players ?? [];
  return last
    .map(({ player, name, nation, score }) => {
      const seat = seats.find((known) => known.player === player);
      return { player, name, nation, agent_id: seat?.agentId ?? null, score };
    })
    .sort((a, b) => b.score - a.score);
}

/** The version of the game server, from the last save; empty for a game that ended before it had one. */
async function serverVersion(folder: GameFolder, disk: WriteGuard): Promise<string> {
  const { final: last } = await serverSaves(folder, disk);
  const text = last === undefined ? undefined : await readSave(last.file);
  return text === undefined ? '' : new SaveSections(text).text('savefile', 'revision');
}
