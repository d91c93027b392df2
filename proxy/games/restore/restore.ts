import { type Failure, failure } from '#shared/core/failure.js';
import { fail, ok, type Result } from '#shared/core/result.js';
import type { GameRecord } from '../disk/game-record.js';
import { type JournalHistory, readHistory } from '../journal/journal-history.js';
import type { SavedTurn } from '../saves/stored-saves.js';
import { lastLedgerTurn } from '../score/ledger-entry.js';
import { setSkills } from '../seats/lineup.js';
import { chooseNation } from '../seats/nation.js';
import type { SeatConnection } from '../seats/seat-connection.js';
import { quotedName } from '../server/console-commands.js';
import { killedBy } from '../server/server-exit.js';
import type { ServerProcess } from '../server/server-process.js';
import { settingCommands } from '../server/setting-commands.js';
import { drawsSinceLoad, type LoadableSave, loadableSave } from './loadable-save.js';
import {
  inServerRun,
  type RestoreContext,
  type Restored,
  reconnectSeats,
  seatsAt,
  startAndReplay,
} from './reconnect.js';
import { restorableSaves } from './restorable-saves.js';

/** A damaged save is rare and two in a row are rarer. */
const MAX_SAVES = 4;
/** The first load shows how many random numbers it draws, the second compensates them; the last is used as it is. */
const MAX_ALIGNMENTS = 3;

/** A restored game, and from which save it was restored. */
export interface RestoredGame extends Restored {
  /** The turn of the save from which the game was restored; undefined when it was created anew. */
  readonly from: number | undefined;
}

/** Restores a game from its newest readable save and journal; E142 when a game that had begun has neither. */
export async function restoreGame(parts: RestoreContext): Promise<Result<RestoredGame>> {
  const saves = await restorableSaves(parts);
  if (!saves.ok) return saves;
  let tried = 0;
  let slow: Result<never> | undefined;
  for (const save of saves.value) {
    if (tried === MAX_SAVES) break;
    const restored = await fromSaveOrAgain(parts, save);
    if (restored.ok) return ok({ ...restored.value, from: save.turn });
    const verdict = passOver(parts, save, restored.failure);
    if (verdict === undefined) return restored;
    if (verdict !== 'damaged') tried += 1;
    if (verdict === 'slow') slow = fail(restored.failure);
  }
  // A save that took too long may be whole: nothing is given up for good.
  return slow ?? playedAgain(parts, saves.value.length);
}

/** Why the save before that one is tried; undefined when its failure says nothing against it. */
function passOver(
  { disk, log }: RestoreContext,
  { file, turn }: SavedTurn,
  failed: Failure,
): 'damaged' | 'unreadable' | 'slow' | undefined {
  const { save: verdict, reason } = failed.details ?? {};
  if (verdict === 'damaged') {
    const lost = `the save of turn ${turn}: the game is restored from the one before and the journal`;
    disk.quarantine('save', { file, reason: String(reason), lost });
    return verdict;
  }
  if (verdict !== 'unreadable' && verdict !== 'slow') return undefined;
  log.error({ save: file, failure: failed }, 'a save cannot be loaded: the one before it is tried');
  return verdict;
}

async function playedAgain(parts: RestoreContext, saves: number): Promise<Result<RestoredGame>> {
  const known = await fullHistory(parts, saves);
  if (!known.ok) return known;
  const server = await parts.launch(undefined);
  if (!server.ok) return server;
  const made = await fromScratch(parts, server.value, known.value);
  return made.ok ? ok({ ...made.value, from: undefined }) : made;
}

/** The journal of a game from its beginning; E142 when it has begun and the journal does not know all of it. */
async function fullHistory(parts: RestoreContext, saves: number): Promise<Result<JournalHistory>> {
  const { record, folder, journal, disk } = parts;
  if (record.phase === 'lobby') return ok({ turns: [], missing: [] });
  const shown = Math.max(record.shown?.turn ?? 0, await lastLedgerTurn(folder));
  const past = await readHistory(journal, 1, shown, { disk, isTrial: true });
  if (!past.ok) return past;
  const { missing, turns } = past.value;
  const isKnown = (missing.length === 0 && record.forkOf === undefined) || parts.isRepeat === true;
  // Only a game past its first turn has had a save.
  if (isKnown && saves === 0 && shown > 1 && parts.isRepeat !== true)
    disk.reportDamage('save', {
      file: folder.saves,
      reason: 'its saves are gone',
      lost: `every save up to turn ${shown}: the game is played again from its journal, and AIs may do other things`,
    });
  if (isKnown || (shown === 0 && turns.length === 0)) return past;
  const turn = Math.max(shown, turns.at(-1)?.turn ?? 0);
  const words = missing.map((part) => `turn ${part.turn} (${part.file})`).join(', ');
  const journalWords =
    words === '' ? 'its journal does not begin with the game' : `its journal lacks ${words}`;
  const message = `The game has come to turn ${turn} and cannot be restored: ${savesWords(saves)}, and ${journalWords}. Put back its saves and journal folders from a backup, or delete the game`;
  return fail(failure('E142', message, { details: { game_id: record.id, turn, missing } }));
}

function savesWords(tried: number): string {
  return tried === 0 ? 'it has no saves any more' : `none of its last ${tried} saves can be read`;
}

/** Tries a save that could not be loaded in a second server before an older save is tried: the first may have failed for another reason. */
async function fromSaveOrAgain(parts: RestoreContext, save: SavedTurn): Promise<Result<Restored>> {
  const restored = await fromSave(parts, save);
  const verdict = restored.ok ? undefined : restored.failure.details?.save;
  if (restored.ok || (verdict !== 'unreadable' && verdict !== 'slow')) return restored;
  parts.log.warn(
    { save: save.file, failure: restored.failure },
    'a save cannot be loaded: it is tried again',
  );
  return fromSave(parts, save);
}

/** E123 with details.save when no server can read it. */
async function fromSave(parts: RestoreContext, save: SavedTurn): Promise<Result<Restored>> {
  let result: Result<Restored> = fail(failure('E123', 'The save was not tried'));
  for (let attempt = 1; attempt <= MAX_ALIGNMENTS; attempt += 1) {
    const { folder, loading, disk, record } = parts;
    const own = { saves: folder.saves, draws: loading.draws, guard: disk, fence: record.fence };
    const loadable = await loadableSave(save, own);
    if (!loadable.ok) return loadable;
    const server = await launchFrom(parts, save.turn, loadable.value.file);
    if (!server.ok) return server;
    const aligns = attempt < MAX_ALIGNMENTS;
    result = await resumeFromSave(parts, server.value, save, { loadable: loadable.value, aligns });
    if (result.ok || result.failure.details?.draws === undefined) return result;
  }
  return result;
}

/** A server that could not read a save may have started a fresh game: its turn shows which. */
async function launchFrom(parts: RestoreContext, turn: number, file: string): Promise<Result<ServerProcess>> {
  const server = await parts.launch(file);
  if (!server.ok) return server;
  const printed = await server.value.run('lua cmd print(game.current_turn())');
  if (printed.ok && Number(printed.value[0]) === turn) return server;
  // A question stays without an answer only when the server has ended.
  const killed = printed.ok ? undefined : killedBy(await server.value.exited);
  server.value.kill();
  await server.value.exited;
  if (killed !== undefined)
    return fail(
      failure('E123', `The game server was killed while it loaded the save (${killed})`, {
        details: { killed },
      }),
    );
  const details = { save: 'unreadable', printed: printed.ok ? printed.value : printed.failure.message };
  return fail(failure('E123', 'The game server did not load the save', { details }));
}

/** With `aligns` it fails, with details.draws, when the random numbers to come are not those of the save. */
async function resumeFromSave(
  parts: RestoreContext,
  server: ServerProcess,
  { turn }: SavedTurn,
  { loadable, aligns }: { readonly loadable: LoadableSave; readonly aligns: boolean },
): Promise<Result<Restored>> {
  const { record, journal, loading, disk } = parts;
  const check = async (): Promise<Result<void>> => {
    const draws = aligns ? await drawsSinceLoad(loadable, server) : undefined;
    if (draws === undefined || draws === loading.draws) return giveSeatsToAis(server, record, turn);
    loading.draws = draws;
    return fail(failure('E123', 'The random numbers of the game were not in step', { details: { draws } }));
  };
  return inServerRun(server, [], async (serverRun) => {
    const past = await readHistory(journal, turn, record.shown?.turn ?? 0, { disk });
    if (!past.ok) return past;
    parts.missing.push(...past.value.missing);
    const point = { turn, journal: past.value, usernames: loadable.usernames };
    const connections = await reconnectSeats(parts, serverRun, 'attaching', seatsAt(parts, point));
    return connections.ok ? startAndReplay(parts, serverRun, connections.value, point, check) : connections;
  });
}

/** When a fork begins, AIs take over from the agents without a seat in it. */
async function giveSeatsToAis(
  server: ServerProcess,
  { forkOf, givenToAi }: GameRecord,
  turn: number,
): Promise<Result<void>> {
  if (forkOf?.turn !== turn) return ok(undefined);
  for (const player of givenToAi) {
    const name = quotedName(player);
    const toggled = name.ok ? await server.run(`aitoggle ${name.value}`) : name;
    if (!toggled.ok) return toggled;
  }
  return ok(undefined);
}

async function fromScratch(
  parts: RestoreContext,
  server: ServerProcess,
  past: JournalHistory,
): Promise<Result<Restored>> {
  const { record } = parts;
  return inServerRun(server, settingCommands(record, server.protocol), async (serverRun) => {
    const seats = seatsAt(parts, { turn: 1, journal: past });
    const connections = await reconnectSeats(parts, serverRun, 'before_game', seats);
    if (!connections.ok) return connections;
    for (const seat of seats) {
      const connection = connections.value.get(seat.agentId);
      if (connection === undefined) continue;
      const { agentId, username, nation, leaderName, isMale, style } = seat;
      const request: SeatConnection['request'] = (name, fields) => connection.request(name, fields);
      const chosen = await chooseNation(
        { agentId, username, world: connection.world, request },
        { nation, leaderName, isMale, style },
      );
      if (!chosen.ok) return chosen;
    }
    if (record.phase === 'lobby')
      return ok({ serverRun, connections: connections.value, notRestored: [], ended: undefined });
    const skilled = await setSkills(serverRun, record.config);
    if (!skilled.ok) return skilled;
    return startAndReplay(parts, serverRun, connections.value, { turn: 1, journal: past });
  });
}
