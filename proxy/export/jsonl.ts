import type { SpectatorView } from '#shared/protocol/spectator/view.js';
import { stateHash } from '../recording/state-hash.js';

/** One line of JSON for each turn: what each player had as it began, and what had happened in the turn before. */
export async function* jsonLines(turns: AsyncIterable<SpectatorView>): AsyncGenerator<string> {
  let seen = -1;
  for await (const view of turns) {
    const { header, players, cities, units } = view;
    const events = view.events.filter(({ id }) => id > seen);
    seen = Math.max(seen, ...events.map(({ id }) => id));
    const line = {
      ...header,
      players: [...players.values()],
      cities: [...cities.values()],
      units: units.size,
      events,
      hash: stateHash(view),
    };
    yield `${JSON.stringify(line)}\n`;
  }
}
