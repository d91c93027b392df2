import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { gameConfigSchema } from '#shared/protocol/game-config.js';
import { exportDataset } from '../../../features/export/dataset/export-dataset.js';
import { SeatConversations } from '../../../features/models/seat-conversations.js';
import { loggingReporter } from '../../../proxy/games/disk/disk-monitor.js';
import { gameFolderAt } from '../../../proxy/games/disk/game-folder.js';
import { newGameRecord } from '../../../proxy/games/disk/game-record.js';
import { conversationAppend } from '../../support/model-records.js';
import { makeDataFolder } from '../../support/services/data-folder.js';

const disk = loggingReporter(pino({ level: 'silent' }));
const config = gameConfigSchema.parse({ seeds: { game: 1, map: 1 } });
const ended = { reason: 'end_turn', turn: 3, winners: [], ranking: [], report: [] } as const;

/** Writes a game that has ended, whose only agent was told and said one thing. */
async function writeGame(games: string, id: string, said: string): Promise<void> {
  const folder = gameFolderAt(join(games, id));
  await mkdir(folder.path, { recursive: true });
  const seats = [{ agentId: 'ann', username: 'ann', since: 0, player: 0 }];
  const record = { ...newGameRecord(id, { config }, 0, 0), phase: 'ended', seats, ended };
  await writeFile(folder.record, JSON.stringify(record));
  const owner = { folder: join(folder.conversations, 'ann'), gameId: id, agentId: 'ann', disk };
  const conversations = await SeatConversations.open(owner);
  const told = { role: 'user', content: [{ type: 'text', text: 'Turn 1' }] };
  const answered = { role: 'assistant', content: [{ type: 'text', text: said }] };
  await conversations.append(conversationAppend('', { messages: [told, answered] }), { turn: 1, now: 1 });
}

test('the data card counts games whose rows are all duplicates apart from the others', async () => {
  await using data = await makeDataFolder();
  const [games, out] = [join(data.path, 'games'), join(data.path, 'out')];
  await writeGame(games, 'first', 'I end my turn.');
  await writeGame(games, 'other', 'I found Roma.');
  await writeGame(games, 'same-again', 'I end my turn.');
  const shares = { train: 100, validation: 0, test: 0 };
  const counts = await exportDataset({ folders: [games], out, shares, maxChars: 200_000 }, {});
  expect(counts).toMatchObject({ duplicates: 1, duplicateGames: 1, notEnded: 0 });
  expect([counts.rows.train, counts.games.train, counts.seeds.train]).toEqual([2, 2, 1]);
  const card = await readFile(join(out, 'README.md'), 'utf8');
  expect(card).toContain('| train | 2 | 2 | 1 |');
  expect(card).toContain('1 rows were left out. Of 1 games every row was left out');
});
