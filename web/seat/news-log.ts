import { signal } from '@preact/signals';
import type { News } from './words.js';

const KEPT = 60;

/** What became of one's actions, and what happened: the newest first. */
export class NewsLog {
  readonly shown = signal<readonly News[]>([]);
  #lastId = 0;

  tell(news: Omit<News, 'id' | 'turn'>, turn: number): void {
    this.#lastId += 1;
    this.shown.value = [{ ...news, id: this.#lastId, turn }, ...this.shown.value].slice(0, KEPT);
  }
}
