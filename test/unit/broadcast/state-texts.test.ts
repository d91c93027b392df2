import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import type { SpectatorSnapshot } from '#shared/protocol/spectator/messages.js';
import { snapshotFrom, viewOf } from '#shared/protocol/spectator/view.js';
import { AgentActivity } from '../../../features/watching/agents/agent-activity.js';
import { EventLog } from '../../../features/watching/event-log.js';
import { factsHash, stateHash } from '../../../features/watching/recording/recording-format.js';
import { snapshotOf } from '../../../features/watching/spectator-state.js';
import { StateTexts } from '../../../features/watching/state-texts.js';
import { type Recording, replay } from '../../support/recorded-world.js';

/** Entities by their ids, as a text has them. */
function inOrder(snapshot: SpectatorSnapshot): SpectatorSnapshot {
  const view = viewOf(snapshot);
  const byId = <T>(table: ReadonlyMap<number, T>) => new Map([...table].sort(([a], [b]) => a - b));
  const { tiles, units, cities, players, agents } = view;
  return snapshotFrom({
    ...view,
    ...{ tiles: byId(tiles), units: byId(units), cities: byId(cities) },
    ...{ players: byId(players), agents: byId(agents) },
  });
}

/** The hash of a state, written as recordings have always had it. */
function plainHash(snapshot: SpectatorSnapshot): string {
  const { turn, year, phase, map, tiles, units, cities, players, events, history } = inOrder(snapshot);
  const { agents = [], actions = [], transcript = [] } = snapshot;
  const activity = agents.length > 0 ? [agents, actions, transcript] : [];
  const facts = [{ turn, year, phase }, map, tiles, units, cities, players, events, history, ...activity];
  return createHash('sha256').update(JSON.stringify(facts)).digest('base64url');
}

const recordings: readonly Recording[] = ['classic-8-ai-150-turns', 'civ2civ3-4-ai-40-turns-3.2'];

test.each(recordings)('at any moment of %s the texts of a state say what its snapshot says', (recording) => {
  const eventLog = new EventLog();
  const agents = new AgentActivity();
  const position = { stream: 's', version: 7 };
  let texts: StateTexts | undefined;
  let compared = 0;
  replay(
    undefined,
    (world) => {
      eventLog.recordTurn(world);
      if (world.version % 401 !== 0 || world.turn.beganAt.size === 0) return true;
      const turn = world.game?.turn ?? 0;
      // The first states are without any agent, as in recordings of version 1.
      if (turn > 3) {
        const action = { turn, player: 2, type: 'unit_move', text: 'Workers', outcome: 'applied', ms: 1 };
        agents.record({ kind: 'action', player: 2, action: { ...action, outcome: 'applied' } });
        agents.record({ kind: 'model', player: 1, model: 'm' });
        agents.drain();
      }
      texts ??= new StateTexts({ world, eventLog, agents });
      const state = texts.at(position);
      const snapshot = snapshotOf(world, eventLog, agents.published(), position);
      expect(JSON.parse(state.snapshot())).toEqual(inOrder(snapshot));
      expect(state.turn).toBe(snapshot.turn);
      expect(factsHash(state.facts)).toBe(plainHash(inOrder(snapshot)));
      expect(stateHash(viewOf(snapshot))).toBe(plainHash(inOrder(snapshot)));
      compared += 1;
      return turn < 40;
    },
    recording,
    (world, packet) => {
      if (world.turn.beganAt.size > 0) eventLog.recordPacket(world, packet);
    },
  );
  expect(compared).toBeGreaterThan(10);
});

test('the texts of a game that was taken back have the history as it is then', () => {
  const eventLog = new EventLog();
  const agents = new AgentActivity();
  const position = { stream: 's', version: 7 };
  let texts: StateTexts | undefined;
  replay(undefined, (world) => {
    eventLog.recordTurn(world);
    const { game } = world;
    if (world.turn.phase !== 'movement' || game === undefined || game.turn < 12) return true;
    texts = new StateTexts({ world, eventLog, agents });
    // As many rows as before may be others: the last texts are made after a longer game than the first.
    for (const turns of [[game.turn], [6], [7], [13], [3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15]]) {
      for (const turn of turns) {
        world.game = { ...game, turn };
        eventLog.recordTurn(world);
      }
      const { history }: SpectatorSnapshot = JSON.parse(texts.at(position).snapshot());
      expect(history).toEqual(eventLog.history);
      expect(history.at(-1)?.[0]).toBe(turns.at(-1));
    }
    return false;
  });
  expect(texts).toBeDefined();
});
