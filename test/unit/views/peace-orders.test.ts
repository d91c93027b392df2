import { expect, test } from 'vitest';
import {
  allianceOrders,
  ceasefireOrders,
  peaceOrders,
} from '../../../features/advisor/advice/peace-orders.js';
import type { PacketFields } from '../../../proxy/freeciv/generated/packets.js';
import type { Treaty } from '../../../proxy/world/treaty.js';
import { VersionedTable } from '../../../proxy/world/versioned-table.js';
import type { World } from '../../../proxy/world/world.js';
import { must, tableWith, worldWith } from '../../support/changed-world.js';
import { worldAtTurn } from '../../support/recorded-world.js';

const THEM = 2;
const ALLY = 3;
const recorded = worldAtTurn(60);

/** A world in which one player is met, which stands like this to the seat. */
function met(type: PacketFields['player_diplstate']['type'], turnsLeft = 0, isAi = true): World {
  const flags = new Set<'PLRF_AI'>(isAi ? ['PLRF_AI'] : []);
  const them = { ...must(recorded.players.get(THEM)), flags };
  const entries = [...recorded.diplomacy.values()].map((entry) => {
    const isOurs = [entry.plr1, entry.plr2].every((one) => one === 0 || one === THEM);
    return isOurs ? { ...entry, type, turnsLeft, contactTurnsLeft: 9 } : { ...entry, contactTurnsLeft: 0 };
  });
  return worldWith(recorded, {
    players: tableWith(recorded.players, ({ playerno }) => playerno, them),
    diplomacy: tableWith(recorded.diplomacy, ({ diplstateId }) => diplstateId, ...entries),
  });
}

const proposed = (world: World) =>
  [...peaceOrders(world), ...ceasefireOrders(world, () => false)].map(({ do: action }) => action);
const proposal = (clause: string) => ({
  action_type: 'treaty_propose',
  target: { id: THEM },
  clauses: [{ clause, giver: 'me' }],
});

test('a cease-fire is proposed to an AI at war that can be met', () => {
  expect(proposed(met('DS_WAR'))).toEqual([proposal('ceasefire')]);
  expect(proposed(met('DS_WAR', 0, false))).toEqual([]);
  expect(ceasefireOrders(met('DS_WAR'), () => true)).toEqual([]);
});

test('peace is proposed in the last turns of a cease-fire, as an AI declines it before', () => {
  expect(proposed(met('DS_CEASEFIRE', 5))).toEqual([]);
  expect(proposed(met('DS_CEASEFIRE', 4))).toEqual([proposal('peace')]);
  expect(proposed(met('DS_CEASEFIRE', 1))).toEqual([proposal('peace')]);
});

test('an alliance is proposed to an AI in peace that likes the seat, and not to an enemy of an ally', () => {
  const liked = (world: World, love: number) => {
    const them = { ...must(world.players.get(THEM)), love: [love] };
    return worldWith(world, { players: tableWith(world.players, ({ playerno }) => playerno, them) });
  };
  const orders = (world: World) => allianceOrders(world, () => false).map(({ do: action }) => action);
  const peace = met('DS_PEACE');
  expect(orders(liked(peace, 242))).toEqual([]);
  expect(orders(liked(peace, 250))).toEqual([proposal('alliance')]);
  expect(allianceOrders(liked(peace, 250), () => true)).toEqual([]);
  expect(orders(liked(met('DS_CEASEFIRE', 9), 250))).toEqual([]);
  const withAlly = [...peace.diplomacy.values()].map((entry) => {
    const pair = [entry.plr1, entry.plr2];
    if (!pair.includes(ALLY)) return entry;
    if (pair.includes(0)) return { ...entry, type: 'DS_ALLIANCE' as const };
    return pair.includes(THEM) ? { ...entry, type: 'DS_WAR' as const } : entry;
  });
  const diplomacy = tableWith(peace.diplomacy, ({ diplstateId }) => diplstateId, ...withAlly);
  expect(orders(worldWith(liked(peace, 250), { diplomacy }))).toEqual([]);
});

test('nothing is proposed in peace, and nothing beside a treaty that is being talked about', () => {
  expect(proposed(met('DS_PEACE'))).toEqual([]);
  const treaties = new VersionedTable<Treaty>();
  treaties.set(THEM, { counterpart: THEM, clauses: [], iAccepted: false, otherAccepted: false }, 1);
  expect(proposed(worldWith(met('DS_WAR'), { treaties }))).toEqual([]);
});
