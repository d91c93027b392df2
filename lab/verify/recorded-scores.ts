import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { parseJson } from '#shared/core/json.js';
import { processMetricsOf } from '#shared/protocol/process-metrics.js';
import { gameScoreSchema } from '#shared/protocol/score.js';
import { RecordingReader, verifyRecording } from '../../features/watching/recording/recording-reader.js';
import { gameFolderAt } from '../../proxy/games/disk/game-folder.js';
import { readLedger, seatProcess } from '../../proxy/games/score/ledger-entry.js';
import type { ArenaFolder } from './derived-results.js';
import { differingFields, fieldText } from './differing-fields.js';

/** The faults of recordings and scores: a state that is not as its hash says, a record that is damaged, a score that was not recorded. */
export async function recordingFaults({ path, results }: ArenaFolder): Promise<readonly string[]> {
  const faults: string[] = [];
  // One after the other: a recording is read whole.
  for (const { match } of results) faults.push(...(await faultsOf(path, match)));
  return faults;
}

async function faultsOf(path: string, match: string): Promise<readonly string[]> {
  const file = `recordings/${match}.fcr`;
  const recording = new RecordingReader(join(path, file));
  if (!(await recording.refresh().catch(() => false))) return [`${file}: it cannot be read`];
  const { faults } = await verifyRecording(recording);
  const { size } = await stat(join(path, file));
  const torn = recording.end < size ? [`${file}: the record at byte ${recording.end} is damaged`] : [];
  return [
    ...torn,
    ...faults.map((fault) => `${file}: ${fault}`),
    ...(await scoreFaults(path, match, recording)),
  ];
}

/**
 * The score of each player and turn by the recording, which the server counts once a turn. The other figures move within a turn,
 * and are in the hash of their match.
 */
async function scoreFaults(
  path: string,
  match: string,
  recording: RecordingReader,
): Promise<readonly string[]> {
  const text = await readFile(join(path, `scores/${match}.json`), 'utf8').catch(() => '');
  const scores = gameScoreSchema.safeParse(parseJson(text));
  const last = recording.index.turns.at(-1);
  const view = last === undefined ? undefined : await recording.stateAt(last);
  if (!scores.success || view === undefined) return [];
  const recorded = new Map(view.history.map(([turn, player, score]) => [`${turn} ${player}`, score]));
  return scores.data.turns.flatMap(({ turn, players }) =>
    players.flatMap(({ player, score }) => {
      const there = recorded.get(`${turn} ${player}`) ?? score;
      const place = `scores/${match}.json: turn ${turn}, player ${player}`;
      return there === score ? [] : [`${place}: score is ${score}, and in its recording ${there}`];
    }),
  );
}

/**
 * The faults of what scores tell of how agents played, by the turns in the ledgers of the games that were kept. Tokens are
 * taken as they are told.
 */
export async function processFaults({ path, results }: ArenaFolder): Promise<readonly string[]> {
  const faults = results.map(async ({ match }) => {
    const file = `scores/${match}.json`;
    const text = await readFile(join(path, file), 'utf8').catch(() => '');
    const process = gameScoreSchema.safeParse(parseJson(text)).data?.process ?? [];
    const ledger = await readLedger(gameFolderAt(join(path, 'games', match)));
    // A game of a proxy elsewhere is not kept.
    if (ledger.turns.length === 0) return [];
    return process.flatMap(({ player, ...told }) => {
      const derived = processMetricsOf(seatProcess(ledger, player, []));
      const right = { ...derived, tokens_per_turn: told.tokens_per_turn };
      return differingFields(told, right).map(
        (field) => `${file}: process of player ${player}: ${fieldText(field, `games/${match}/ledger.jsonl`)}`,
      );
    });
  });
  return (await Promise.all(faults)).flat();
}
