import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { errorCode } from '#shared/core/disk/disk-error.js';
import { parseJson } from '#shared/core/json.js';
import type { UsageReport } from '#shared/protocol/usage.js';
import { type GameFolder, gameFolderAt } from '../../../proxy/games/disk/game-folder.js';
import { type GameRecord, gameRecordSchema } from '../../../proxy/games/disk/game-record.js';
import { type LedgerContents, readLedger } from '../../../proxy/games/score/ledger-entry.js';
import { readConversations } from '../../models/seat-conversations.js';
import { seatRun } from '../../models/seat-run.js';
import { readUsage } from '../../models/seat-usage.js';
import { decisionsFileName, readDecisions } from '../../watching/trajectories/decisions-file.js';
import { decisionsIn } from '../../watching/trajectories/trajectory.js';
import { chatConversation } from './chat-messages.js';
import { conversationRows } from './conversation-rows.js';
import type { DatasetRow, GameFacts, RowMessages, SeatOutcome } from './dataset-row.js';
import { decisionRows } from './decision-rows.js';

/** A row before its tools are known. */
export type GameRow = Omit<DatasetRow, 'tools'>;

/** A game that has ended, and how its rows are made. */
export interface ExportedGame {
  readonly folder: GameFolder;
  readonly record: GameRecord & { readonly ended: NonNullable<GameRecord['ended']> };
}

type SeatRecord = GameRecord['seats'][number];

/** Whether a folder is that of a game. */
export function isGameFolder(path: string): boolean {
  return existsSync(gameFolderAt(path).record);
}

/** The game in a folder; undefined when it has not ended, or its record cannot be read. */
export async function endedGame(path: string): Promise<ExportedGame | undefined> {
  const folder = gameFolderAt(path);
  const { data: record } = gameRecordSchema.safeParse(parseJson(await readFile(folder.record, 'utf8')));
  const ended = record?.ended;
  return record?.phase === 'ended' && ended !== undefined
    ? { folder, record: { ...record, ended } }
    : undefined;
}

/** The rows of all seats of a game. `onUnreadable` is told how many parts of a conversation could not be read. */
export async function* gameRows(
  { folder, record }: ExportedGame,
  { maxChars, onUnreadable }: { readonly maxChars: number; onUnreadable(parts: number): void },
): AsyncGenerator<GameRow> {
  const facts = factsOf(record);
  const ledger = await readLedger(folder);
  for (const seat of record.seats.toSorted((a, b) => a.player - b.player)) {
    const reports = await readUsage(folder.usage, seat.agentId);
    const outcome = outcomeOf(record, seat, ledger, reports);
    const rows: RowMessages[] = [];
    for (const { format, messages } of await readConversations(folder.conversations, seat.agentId)) {
      const chat = chatConversation(format, messages);
      onUnreadable(chat.unreadable);
      rows.push(...conversationRows(chat.messages, maxChars));
    }
    const source = rows.length > 0 ? 'conversation' : 'decisions';
    for (const row of rows.length > 0 ? rows : await rowsOfDecisions(folder, seat))
      yield { ...row, ...facts, ...outcome, source, model: modelOf(reports, row.first_turn) };
  }
}

async function rowsOfDecisions(
  { recordings }: GameFolder,
  { player }: SeatRecord,
): Promise<Iterable<RowMessages>> {
  try {
    const { header, lines } = await readDecisions(join(recordings, decisionsFileName(player)));
    return decisionRows(decisionsIn(header, lines()));
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return [];
    throw error;
  }
}

/** What each row of a game says of it. */
export function factsOf({ id, config, scenario, ended }: ExportedGame['record']): GameFacts {
  return {
    game_id: id,
    seed: config.seeds.map ?? null,
    game_seed: config.seeds.game ?? null,
    ruleset: config.ruleset,
    scenario: ended.scenario?.name ?? null,
    difficulty: scenario === undefined ? null : (ended.scenario?.difficulty ?? null),
    turns: ended.turn,
    players: ended.ranking.length,
  };
}

function outcomeOf(
  { ended }: ExportedGame['record'],
  { player, agentId }: SeatRecord,
  { marks }: LedgerContents,
  reports: ReadonlyMap<number, UsageReport>,
): SeatOutcome {
  const own = ended.ranking.find(({ player_id: id }) => id === player);
  const reached = ended.scenario?.seats.find(({ agent_id: id }) => id === agentId);
  const ownMarks = [...marks].flatMap(([turn, all]) =>
    all.flatMap((one) => (one.player === player ? [[turn, one.mark] as const] : [])),
  );
  return {
    seat: player,
    score: own?.score ?? null,
    rank: own === undefined ? null : 1 + ended.ranking.filter(({ score }) => score > own.score).length,
    won: own?.winner ?? false,
    scenario_score: reached?.score ?? null,
    valid: seatRun(reports, new Map(ownMarks)).valid,
  };
}

/** The model of the first report from a turn on, else of the last one. */
function modelOf(reports: ReadonlyMap<number, UsageReport>, turn: number): string | null {
  const all = [...reports.values()].toSorted((a, b) => a.turn - b.turn);
  return (all.find((report) => report.turn >= turn) ?? all.at(-1))?.model ?? null;
}
