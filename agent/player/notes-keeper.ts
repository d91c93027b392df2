import { AgentError, type AgentSeat } from '../client.js';

/** Begins the note in which the player keeps the model's summary of the game. */
const SUMMARY_MARK = 'Summary of the game: ';
/** The longest note that the gateway keeps. */
const MAX_NOTE_CHARS = 1000;

/** The model's reflections as notes of its seat: they outlive the player, and go with a fork of the game. */
export class NotesKeeper {
  readonly #seat: Pick<AgentSeat, 'notes'>;
  #summaryIds: readonly number[] = [];

  constructor(seat: Pick<AgentSeat, 'notes'>) {
    this.#seat = seat;
  }

  /** What an earlier player of the seat has noted, as text for the model; empty when there is nothing. */
  async load(): Promise<string> {
    const notes = await this.#seat.notes();
    this.#summaryIds = idsOfSummaries(notes);
    return notes.length === 0 ? '' : `Your notes:\n${notes.map(({ text }) => `- ${text}`).join('\n')}`;
  }

  /** Keeps a summary in the place of the one before. A game that takes no notes now goes on without. */
  async keep(summary: string): Promise<void> {
    const text = `${SUMMARY_MARK}${summary}`.slice(0, MAX_NOTE_CHARS);
    try {
      this.#summaryIds = idsOfSummaries(
        await this.#seat.notes({ add: [{ text }], remove: [...this.#summaryIds] }),
      );
    } catch (error) {
      if (!(error instanceof AgentError)) throw error;
    }
  }
}

function idsOfSummaries(notes: Awaited<ReturnType<AgentSeat['notes']>>): readonly number[] {
  return notes.flatMap(({ id, text }) => (text.startsWith(SUMMARY_MARK) ? [id] : []));
}
