import { expect, test } from 'vitest';
import { treatyCounsel } from '../../../features/advisor/counsel/treaty-counsel.js';
import type { PacketFields } from '../../../proxy/freeciv/generated/packets.js';
import { realmBasis, realmTotals } from '../../../proxy/rules/players/realm-forecast.js';
import { nameText } from '../../../proxy/world/name-text.js';
import { VersionedTable } from '../../../proxy/world/versioned-table.js';
import type { World } from '../../../proxy/world/world.js';
import { must, tableWith, unitWith, worldWith, worldWithUnits } from '../../support/changed-world.js';
import { worldAtTurn } from '../../support/recorded-world.js';

type Standing = PacketFields['player_diplstate'];
type Player = PacketFields['player_info'];

/** Player 0 has a ceasefire with 3; there are no embassies, so that contacts are lost. */
const recorded = withPlayers(worldAtTurn(60), {}, 0, 1, 2, 3, 4, 5);
const archers = must(recorded.units.get(170));

function withPlayers(world: World, changes: Partial<Player>, ...numbers: readonly number[]): World {
  const players = numbers.map((playerno) => ({
    ...must(world.players.get(playerno)),
    realEmbassy: [],
    ...changes,
  }));
  return worldWith(world, { players: tableWith(world.players, ({ playerno }) => playerno, ...players) });
}

/** How player 0 stands to others, by their numbers; to the rest as if it had never met them. */
function standing(by: Readonly<Record<number, Partial<Standing>>>, world = recorded): World {
  const changed = [...world.diplomacy.values()]
    .filter(({ plr1 }) => plr1 === 0)
    .map((entry) => {
      const none = { type: 'DS_WAR', turnsLeft: 0, contactTurnsLeft: 0 } as const;
      return { ...entry, ...none, ...by[entry.plr2] };
    });
  return worldWith(world, {
    diplomacy: tableWith(world.diplomacy, ({ diplstateId }) => diplstateId, ...changed),
  });
}

function counsel(world: World) {
  const basis = realmBasis(world, 0);
  return treatyCounsel(basis, realmTotals(basis));
}

const ceasefire = (turnsLeft: number) => ({ type: 'DS_CEASEFIRE', turnsLeft }) as const;
const armistice = (turnsLeft: number) => ({ type: 'DS_ARMISTICE', turnsLeft }) as const;

/** The archers and others of their type stand on land of player 4. */
function abroad(world: World, count: number): World {
  const tile = must([...world.tiles.values()].find(({ owner }) => owner === 4)).tile;
  const units = Array.from({ length: count }, (_, index) => unitWith(archers, { id: 9500 + index, tile }));
  return worldWithUnits(world, ...units);
}

test('counsel names the agreements that end within five turns, the next first', () => {
  const world = standing({ 3: ceasefire(5), 4: armistice(3), 2: { contactTurnsLeft: 1 } });
  const lines = counsel(abroad(world, 2));
  const names = [2, 4, 3].map((playerno) => must(recorded.players.get(playerno)).name);
  expect(lines.map(({ figures }) => figures)).toEqual([
    { player_id: 2, agreement: 'contact', turns: 1 },
    { player_id: 4, agreement: 'armistice', turns: 3 },
    { player_id: 3, agreement: 'ceasefire', turns: 5 },
  ]);
  expect(lines.map(({ text }) => text)).toEqual([
    `Contact with ${nameText(names[0] ?? '')} is lost in 1 turn, and treaties with it; exchanged embassies keep it, or units that meet again`,
    `In 3 turns the armistice with ${nameText(names[1] ?? '')} becomes peace: then 2 archers on their land are disbanded`,
    `The ceasefire with ${nameText(names[2] ?? '')} ends in 5 turns and is war again; a peace treaty before that keeps it`,
  ]);
  expect(lines.every(({ kind }) => kind === 'treaty')).toBe(true);
});

const soonOver = standing({ 3: ceasefire(2) });
const soonPeace = standing({ 4: armistice(2) });
const soonLost = standing({ 2: { contactTurnsLeft: 2 } });

test.each<[string, World, World]>([
  ['lasts six turns', standing({ 3: ceasefire(6) }), standing({ 3: ceasefire(5) })],
  ['has no turns left', standing({ 3: ceasefire(0) }), standing({ 3: ceasefire(1) })],
  ['is with a nation that is destroyed', withPlayers(soonOver, { isAlive: false }, 3), soonOver],
  ['is with barbarians', withPlayers(soonOver, { barbarianType: 'LAND_BARBARIAN' }, 3), soonOver],
  ['makes peace where no army is abroad', soonPeace, abroad(soonPeace, 1)],
  [
    'is a contact that our embassy keeps',
    withPlayers(soonLost, { realEmbassy: [true, true, true] }, 0),
    soonLost,
  ],
  ['is a contact that their embassy keeps', withPlayers(soonLost, { realEmbassy: [true] }, 2), soonLost],
])('counsel says nothing of an agreement that %s', (_what, silent, told) => {
  expect(counsel(silent)).toEqual([]);
  expect(counsel(told)).toHaveLength(1);
});

test('the end of a ceasefire weighs more where cities stand open, from 10 to 30', () => {
  const weights = (world: World) => counsel(standing({ 3: ceasefire(1) }, world)).map(({ weight }) => weight);
  const cities = [...recorded.cities.values()].filter(({ owner }) => owner === 0);
  const guards = cities.map(({ tile }, index) => unitWith(archers, { id: 9600 + index, tile }));
  expect(weights(worldWithUnits(recorded, ...guards))).toEqual([10]);
  expect(weights(worldWith(recorded, { units: new VersionedTable() }))).toEqual([30]);
});
