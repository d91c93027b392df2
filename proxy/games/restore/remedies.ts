import { randomInt } from 'node:crypto';
import { failure } from '#shared/core/failure.js';
import type { Logger } from '#shared/core/log.js';
import { fail, ok, type Result } from '#shared/core/result.js';
import type { DiskReporter } from '../disk/disk-monitor.js';
import type { GameFolder } from '../disk/game-folder.js';
import { type DeathRow, MAX_SEED } from '../disk/game-record.js';
import type { RecordStore } from '../disk/record-file.js';
import type { Journal } from '../journal/journal.js';
import { type SavedTurn, savedTurns } from '../saves/stored-saves.js';
import type { ServerExit } from '../server/server-child.js';
import { faultOf } from '../server/server-exit.js';

/** What is tried after a game server has died by itself, so that it does not die of the same once more. */
type Remedy =
  /** The same again: a fault may pass. */
  | 'again'
  /** The running turn ends with other random numbers. */
  | 'other_chance'
  /** The game continues from the save before, with other random numbers in its turn. */
  | 'save_before'
  /** Nothing helped. */
  | 'over';

/** What a server says when it cannot make the map (srv_ready of freeciv). */
const MAP_FAULT = /Cannot create suitable map/;

const REMEDIES: readonly Remedy[] = ['again', 'other_chance', 'save_before'];

function withDeath(before: DeathRow | undefined, turn: number): DeathRow {
  return { turn, deaths: before?.turn === turn ? before.deaths + 1 : 1 };
}

/** What is tried after the last death. How the server died does not matter: in each case the turn does not end. */
function remedyOf({ deaths }: DeathRow): Remedy {
  return REMEDIES[deaths - 1] ?? 'over';
}

/** What remedies change, and who is told of them. */
export interface RemediesOptions {
  readonly folder: GameFolder;
  readonly journal: Journal;
  readonly disk: DiskReporter;
  readonly log: Logger;
  readonly records: Pick<RecordStore, 'current' | 'update'>;
  /** Takes what is tried, in a sentence for agents. */
  onRemedy(sentence: string): void;
}

interface Death {
  readonly how: string;
  readonly words: readonly string[];
}

/**
 * Keeps a game from dying of the same fault again and again. From saves and journal it gets the state in which its server
 * died, with the same random numbers. So each further death in a turn gets another remedy. The remedy is written
 * to the journal, and a replay repeats it.
 */
export class Remedies {
  readonly #options: RemediesOptions;
  #death: Death | undefined;

  constructor(options: RemediesOptions) {
    this.#options = options;
  }

  /** Notes how a server of the game ended. A requested end and a kill are not deaths; an endless computation is one. */
  note(exit: ServerExit): void {
    const how = faultOf(exit);
    if (how !== undefined && this.#options.records.current.phase === 'running')
      this.#death = { how, words: exit.lastLines };
  }

  /**
   * Applies the remedy for the last death, if there was one, before the game is restored. E142 when no remedy is left:
   * with details.over for a game that had begun, else with details.cannot_begin. Rejects when the disk does not give or
   * take a file.
   */
  async carryOut(): Promise<Result<void>> {
    const death = this.#death;
    this.#death = undefined;
    if (death === undefined) return ok(undefined);
    const { records } = this.#options;
    const turn = records.current.shown?.turn ?? 0;
    const row = withDeath(records.current.deaths, turn);
    // On record: a proxy that starts again continues the count.
    await records.update({ deaths: row });
    return turn === 0 ? this.#beginOtherwise(death, row) : this.#endOtherwise(death, row);
  }

  /** The server died before the first turn. Where it could not make the map, it fails with the same seed again. */
  async #beginOtherwise({ how, words }: Death, row: DeathRow): Promise<Result<void>> {
    const { records } = this.#options;
    const { config, hasOwnMapSeed = false } = records.current;
    const sentence = words.find((line) => MAP_FAULT.test(line))?.replace(/^\d: |\.$/g, '');
    // Other lines of a server may have paths of this machine; the log has them.
    const reason = sentence ?? `the game server died (${how})`;
    const remedy = remedyOf(row);
    if (remedy === 'over' || (sentence !== undefined && !hasOwnMapSeed)) {
      // That of the ruleset may be a secret.
      const { ruleset: _, ...shown } = config.seeds;
      const message = `The game cannot begin: ${reason}. Ask for another seed of the map (seeds.map), a larger map or fewer players`;
      return fail(failure('E142', message, { details: { seeds: shown, cannot_begin: true } }));
    }
    if (!hasOwnMapSeed || (sentence === undefined && remedy === 'again')) return ok(undefined);
    const map = randomInt(1, MAX_SEED);
    this.#tell(
      `The map could not be made with the seed ${config.seeds.map}: ${reason}. The seed is ${map} now.`,
    );
    await records.update({ config: { ...config, seeds: { ...config.seeds, map } } });
    return ok(undefined);
  }

  /** The server died in a turn that had begun: as the turn ended, or after its save was loaded. */
  async #endOtherwise({ how }: Death, row: DeathRow): Promise<Result<void>> {
    const { folder, disk } = this.#options;
    const { turn, deaths } = row;
    const remedy = remedyOf(row);
    if (remedy === 'again') return ok(undefined);
    const died = `The game server died ${deaths} times in turn ${turn} (${how})`;
    const saves = await savedTurns(folder, disk);
    const before = saves.find((save) => save.turn < turn);
    if (remedy === 'other_chance') {
      this.#setAside(
        saves.filter((save) => save.turn > turn),
        died,
      );
      this.#redraw(turn);
      this.#tell(`${died}: the turn ends with other random numbers now.`);
      return ok(undefined);
    }
    if (remedy === 'over' || before === undefined) {
      const message = `${died}, with other random numbers too: the game cannot go on and is over`;
      return fail(failure('E142', message, { details: { over: true } }));
    }
    this.#setAside(
      saves.filter((save) => save.turn >= turn),
      died,
    );
    this.#redraw(before.turn);
    this.#tell(
      `${died}: the game goes on from the save of turn ${before.turn}, with other random numbers; action_not_restored names the actions with another outcome.`,
    );
    return ok(undefined);
  }

  #redraw(turn: number): void {
    this.#options.journal.amend(turn, { kind: 'redraw' });
  }

  #setAside(saves: readonly SavedTurn[], reason: string): void {
    for (const { turn, file } of saves)
      this.#options.disk.quarantine('save', {
        file,
        reason,
        lost: `the save of turn ${turn}: the game is restored from the one before and the journal`,
      });
  }

  #tell(sentence: string): void {
    this.#options.log.error({ remedy: sentence }, 'the game server died of a fault: a remedy is tried');
    this.#options.onRemedy(sentence);
  }
}
