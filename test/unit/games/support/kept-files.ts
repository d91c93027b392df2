import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { pino } from 'pino';
import type { StoredFileKind } from '#shared/protocol/disk.js';
import { gameConfigSchema } from '#shared/protocol/game-config.js';
import { checkManifest, readManifest, writeManifest } from '../../../../features/archive/manifest.js';
import { DiplomacyLog, readDiplomacy } from '../../../../features/diplomacy/diplomacy-log.js';
import { SeatConversations } from '../../../../features/models/seat-conversations.js';
import { SeatUsage } from '../../../../features/models/seat-usage.js';
import { RecordFileWriter } from '../../../../features/watching/recording/record-file-writer.js';
import {
  newRecordingHeader,
  readRecordingHeader,
} from '../../../../features/watching/recording/recording-format.js';
import { DecisionLog } from '../../../../features/watching/trajectories/decision-log.js';
import { newDecisionsHeader } from '../../../../features/watching/trajectories/decisions-file.js';
import { Notes } from '../../../../proxy/api/notes.js';
import type { DiskReporter } from '../../../../proxy/games/disk/disk-monitor.js';
import type { GameFolder } from '../../../../proxy/games/disk/game-folder.js';
import { newGameRecord } from '../../../../proxy/games/disk/game-record.js';
import { loadRecord, writeRecord } from '../../../../proxy/games/disk/record-file.js';
import { Journal } from '../../../../proxy/games/journal/journal.js';
import { readHistory } from '../../../../proxy/games/journal/journal-history.js';
import { loadableSave } from '../../../../proxy/games/restore/loadable-save.js';
import { savedTurns } from '../../../../proxy/games/saves/stored-saves.js';
import { Ledger } from '../../../../proxy/games/score/ledger.js';
import { OrderFile } from '../../../../proxy/games/seats/order-file.js';
import { PlanFile } from '../../../../proxy/games/seats/plan-file.js';
import { conversationAppend, usageReport } from '../../../support/model-records.js';
import { recordsAtOnce } from '../../../support/records-at-once.js';

const logger = pino({ level: 'silent' });

/** How one kind of file is written, and read again when a game is taken up. */
interface KeptFile {
  write(folder: GameFolder, disk: DiskReporter): Promise<void>;
  /** What is in it. Rejects only for a bug. */
  read(folder: GameFolder, disk: DiskReporter): Promise<unknown>;
}

const config = gameConfigSchema.parse({});

export const keptFiles: Readonly<Record<StoredFileKind, KeptFile>> = {
  record: {
    async write({ record }, disk) {
      for (const phase of ['lobby', 'running'] as const)
        await writeRecord(record, { ...newGameRecord('g', { config }, 0, 5), phase }, disk);
    },
    async read({ record }, disk) {
      const loaded = await loadRecord(record, disk);
      return loaded.ok ? loaded.value?.id : loaded.failure.code;
    },
  },
  save: {
    write: async ({ saves }) => writeFile(join(saves, 'freeciv-T0001-Y-4000-auto.sav.gz'), aSave()),
    async read(folder, disk) {
      const { saves } = folder;
      const [save] = await savedTurns(folder, disk);
      if (save === undefined) return 'none';
      const loadable = await loadableSave(save, { saves, draws: 2, guard: disk, fence: 1 });
      if (loadable.ok) return 'whole';
      const { save: verdict, reason } = loadable.failure.details ?? {};
      if (verdict === 'damaged')
        disk.quarantine('save', { file: save.file, reason: String(reason), lost: 'a turn' });
      return loadable.failure.code;
    },
  },
  journal: {
    async write({ journal: folder }, disk) {
      const journal = new Journal(folder, disk);
      for (const turn of [1, 2, 3]) {
        for (let i = 0; i < 20; i += 1)
          journal.append(turn, { kind: 'console', line: `turn ${turn} line ${i}` });
        journal.append(turn, { kind: 'end' });
      }
      journal.close();
    },
    async read({ journal }, disk) {
      const past = await readHistory(new Journal(journal, disk), 1, 3, { disk });
      return (
        past.ok && past.value.turns.map(({ entries }) => entries.filter(({ kind }) => kind !== 'gap').length)
      );
    },
  },
  ledger: {
    async write(folder, disk) {
      const ledger = new Ledger(folder, disk);
      for (const from of [undefined, 2, 4, 6, 8]) await ledger.recordRun(from);
    },
    read: async (folder, disk) => (await new Ledger(folder, disk).sync()).runs,
  },
  diplomacy: {
    async write(folder, disk) {
      const log = new DiplomacyLog(folder, disk);
      for (const turn of [1, 2, 3])
        log.add([{ kind: 'said', turn, witness: 1, from: 0, to: 1, text: `peace in turn ${turn}` }]);
    },
    read: (folder, disk) => readDiplomacy(folder, disk),
  },
  manifest: {
    write: ({ manifest }, disk) => writeManifest(manifest, aManifest(), disk),
    async read(folder, disk) {
      await checkManifest(folder, disk);
      return (await readManifest(folder.manifest)).ok;
    },
  },
  orders: {
    write: ({ orders }, disk) => new OrderFile(orders, 'ann', disk).save({ orders: [], calls: [] }),
    read: async ({ orders }, disk) => new OrderFile(orders, 'ann', disk).read(),
  },
  plans: {
    write: async ({ plans }, disk) =>
      new PlanFile(plans, 'ann', disk).append([
        {
          kind: 'set',
          turn: 1,
          plan: { kind: 'research_queue', id: 'research_queue', since: 1, techs: [7, 9] },
        },
        { kind: 'ran', turn: 2 },
      ]),
    read: async ({ plans }, disk) => new PlanFile(plans, 'ann', disk).read(),
  },
  notes: {
    async write({ path }, disk) {
      const notes = await Notes.open(join(path, 'notes', 'ann.json'), disk);
      await notes.change(
        { add: [{ text: 'a note of some length, so that half of it is cut' }], remove: [] },
        1,
      );
    },
    read: async ({ path }, disk) => (await Notes.open(join(path, 'notes', 'ann.json'), disk)).all,
  },
  usage: {
    async write({ usage }, disk) {
      const seat = await SeatUsage.open(usage, 'ann', disk);
      for (const turn of [1, 2, 3]) seat.add(usageReport({ turn }), turn);
    },
    read: async ({ usage }, disk) => Object.fromEntries((await SeatUsage.open(usage, 'ann', disk)).reports),
  },
  conversations: {
    async write({ conversations }, disk) {
      const seat = await conversationsIn(conversations, disk);
      for (const turn of [1, 2, 3])
        await seat.append(conversationAppend(`turn ${turn}`), { turn, now: turn });
    },
    read: async ({ conversations }, disk) => (await conversationsIn(conversations, disk)).read('c', 0),
  },
  recording: {
    async write({ recordings }, disk) {
      const appender = recordsIn(join(recordings, 'whole.fcr'), disk);
      for (let turn = 1; turn <= 9; turn += 1)
        await appender.append({ kind: 'snapshot', turn, at: turn }, `${'x'.repeat(turn)} ${turn}\n`);
      await appender.release();
    },
    async read({ recordings }, disk) {
      const appender = recordsIn(join(recordings, 'whole.fcr'), disk);
      await appender.open();
      await appender.release();
      return (await readFile(join(recordings, 'whole.fcr'))).length;
    },
  },
  decisions: {
    async write({ recordings }, disk) {
      const log = decisionsIn(join(recordings, 'player-1.fcd'), disk);
      for (let turn = 1; turn <= 9; turn += 1) {
        log.add(turn, { score: { turn, score: turn } });
        await log.close();
      }
    },
    async read({ recordings }, disk) {
      const log = decisionsIn(join(recordings, 'player-1.fcd'), disk);
      log.add(10, { score: { turn: 10, score: 10 } });
      await log.close();
      return (await readFile(join(recordings, 'player-1.fcd'))).length;
    },
  },
};

function conversationsIn(folder: string, disk: DiskReporter): Promise<SeatConversations> {
  return SeatConversations.open({ folder: join(folder, 'ann'), gameId: 'g', agentId: 'ann', disk });
}

function recordsIn(file: string, disk: DiskReporter): RecordFileWriter {
  const header = newRecordingHeader({ game_id: 'g', view: 'whole' });
  const how = { writing: recordsAtOnce(), checkHeader: readRecordingHeader, header };
  return new RecordFileWriter({ file, what: 'recording', disk, ...how });
}

function decisionsIn(file: string, disk: DiskReporter): DecisionLog {
  const header = newDecisionsHeader({ game_id: 'g', player: 1, agent: 'ann' });
  return new DecisionLog({
    gameId: 'game',
    file,
    header,
    maxBytes: 1 << 20,
    log: logger,
    disk,
    writing: recordsAtOnce(),
  });
}

/** As much of a save as is looked at before a server gets it. */
function aSave(): Buffer {
  const words = Array.from({ length: 56 }, (_, word) => (word * 7919 + 13).toString(16).padStart(8, ' '));
  const lines = Array.from(
    { length: 8 },
    (_, line) => `table${line}="${words.slice(7 * line, 7 * line + 7).join(' ')}"`,
  );
  return gzipSync(['[random]', 'index_J=1', 'index_K=32', 'index_X=0', ...lines, ''].join('\n'));
}

function aManifest(): Parameters<typeof writeManifest>[1] {
  const versions = { gateway: '1', node: '20', freeciv_server: '3' };
  const known = { format: 1, game_id: 'g', ended_at: new Date(0).toISOString(), versions } as const;
  const played = { agents: [], end: null, lives: [null], turns: [], ranking: [] };
  return { ...known, ruleset: 'classic', seeds: {}, options: config, ...played };
}
