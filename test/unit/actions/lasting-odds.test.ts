import { beforeEach, describe, expect, test } from 'vitest';
import type { ActionPort } from '../../../proxy/actions/action-port.js';
import { cachedOdds } from '../../../proxy/actions/unit/odds-cache.js';
import type { ServerPacket } from '../../../proxy/freeciv/brackets.js';
import type { PacketFields } from '../../../proxy/freeciv/generated/packets.js';
import { applyPacket } from '../../../proxy/world/fold.js';
import type { Unit } from '../../../proxy/world/unit.js';
import { commit, type World } from '../../../proxy/world/world.js';
import { must } from '../../support/changed-world.js';
import { worldAtTurn } from '../../support/recorded-world.js';

let world: World;

const tileAt = (x: number, y: number) => must(world.map.tileAt({ x, y }));
const typeNamed = (name: string) =>
  must([...world.ruleset.unitTypes.values()].find(({ ruleName }) => ruleName === name)).id;
const info = (id: number) => must(must(world.units.get(id)).detail);
const owner = () => must(world.units.get(SOLDIER)).owner;

/** In the open, and a city. */
const [SOLDIER, NESA] = [131, 133];

function happens(...packets: readonly ServerPacket[]): void {
  for (const packet of packets) applyPacket(world, packet);
  commit(world);
}

function soldier(changes: Partial<PacketFields['unit_info']> = {}): ServerPacket {
  return { name: 'unit_info', fields: { ...info(SOLDIER), ...changes } };
}

function nextTurn(): void {
  const game = must(world.game);
  const player = must(world.players.get(owner()));
  const research = must(world.research.get(owner()));
  happens(
    { name: 'game_info', fields: { ...game, turn: game.turn + 1 } },
    { name: 'player_info', fields: { ...player, gold: player.gold + 7, score: player.score + 1 } },
    { name: 'research_info', fields: { ...research, bulbsResearched: research.bulbsResearched + 3 } },
  );
}

/** Whether the server is asked what a unit can do on a tile. */
async function isAsked(tile = must(world.units.get(SOLDIER)).tile): Promise<boolean> {
  let asked = 0;
  const port: ActionPort<'unit_get_actions'> = {
    world,
    request: async () => {
      asked += 1;
      return { packets: [], messages: [] };
    },
  };
  const unit: Unit = must(world.units.get(SOLDIER));
  await cachedOdds(port, unit, tile);
  return asked > 0;
}

describe('what a unit in the open can do where it stands', () => {
  beforeEach(async () => {
    world = worldAtTurn(60);
    happens(soldier({ tile: tileAt(40, 40), type: typeNamed('Phalanx'), transported: false }));
    await isAsked();
  });

  test('the server is not asked again of a unit in the open in the next turns', async () => {
    nextTurn();
    expect(await isAsked()).toBe(false);
    nextTurn();
    expect(await isAsked()).toBe(false);
  });

  // biome-ignore format: a line for each case
  test.each<[string, () => readonly ServerPacket[]]>([
    ['the unit is otherwise', () => [soldier({ movesleft: 1 })]],
    ['another unit comes to its tile', () => [{ name: 'unit_info', fields: { ...info(108), tile: tileAt(40, 40) } }]],
    ['its tile is otherwise', () => [{ name: 'tile_info', fields: { ...must(world.tiles.get(tileAt(40, 40))), owner: 2 } }]],
    ['a technology is learned', () => [{ name: 'research_info', fields: { ...must(world.research.get(owner())), inventions: must(world.research.get(owner())).inventions.replace('1', '2') } }]],
    ['the government changes', () => [{ name: 'player_info', fields: { ...must(world.players.get(owner())), government: must(world.players.get(owner())).government + 1 } }]],
    ['two players stand otherwise', () => [{ name: 'player_diplstate', fields: { ...must([...world.diplomacy.values()][0]), type: 'DS_TEAM' } }]],
    ['a city is founded there', () => [{ name: 'city_info', fields: { ...must(must(world.cities.get(NESA)).detail), id: 4000, tile: tileAt(40, 40) } }]],
  ])('the server is asked again of a unit in the open when %s', async (_what, packets) => {
    happens(...packets());
    expect(await isAsked()).toBe(true);
  });

  test('the server is asked each turn of founders of cities, which depend on cities around', async () => {
    happens(soldier({ type: typeNamed('Settlers') }));
    await isAsked();
    expect(await isAsked()).toBe(false);
    nextTurn();
    expect(await isAsked()).toBe(true);
  });

  test('the server is asked each turn of units in cities and of other tiles', async () => {
    const beside = must(world.map.neighbour(tileAt(40, 40), 'DIR8_NORTH'));
    await isAsked(beside);
    nextTurn();
    expect(await isAsked(beside)).toBe(true);
    happens(soldier({ tile: must(world.cities.get(NESA)).tile }));
    await isAsked();
    nextTurn();
    expect(await isAsked()).toBe(true);
  });

  test('the server is asked each turn where the rules ask for the year', async () => {
    const year = {
      type: 'VUT_MINYEAR',
      range: 'REQ_RANGE_WORLD',
      value: 100,
      survives: false,
      present: true,
      quiet: false,
    } as const;
    const [first] = world.ruleset.actionEnablers.filter(
      ({ enabledAction }) => enabledAction === 'ACTION_DISBAND_UNIT',
    );
    world.ruleset.actionEnablers.push({ ...must(first), actorReqs: [year] });
    nextTurn();
    await isAsked();
    nextTurn();
    expect(await isAsked()).toBe(true);
  });
});
