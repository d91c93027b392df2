import { savesHere } from '../../proxy/games/score/saved-turn.js';
import type { BackgroundWork } from '../../services/proxy/background-work.js';
import { recordsAtOnce } from './records-at-once.js';

/** Does on this thread what a proxy lets other threads do: from the sources a thread compiles for a second before it works. */
export function workAtOnce(): BackgroundWork {
  return { writing: recordsAtOnce(), saves: savesHere, close: async () => {} };
}
