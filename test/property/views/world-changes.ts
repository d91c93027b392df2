import fc from 'fast-check';
import type { ServerPacket } from '../../../proxy/freeciv/brackets.js';
import type { PacketFields } from '../../../proxy/freeciv/generated/packets.js';
import { applyPacket } from '../../../proxy/world/fold.js';
import { commit, type World } from '../../../proxy/world/world.js';
import { runs } from '../../support/property-runs.js';
import { worldAtTurn } from '../../support/recorded-world.js';

type Change = (world: World, index: number) => readonly ServerPacket[];

/** Things that happen in a game, each about the entity at some index; nothing where there is none. */
const unitsAndCities = {
  unitMoves: (world, index) =>
    unitAt(world, index).map((unit) => unitInfo({ ...unit, tile: (unit.tile + 1) % 4000 })),
  unitHoldsCity: (world, index) =>
    unitAt(world, index).flatMap((unit) =>
      cityAt(world, index % 3).map(({ tile, owner }) =>
        unitInfo({ ...unit, owner, tile, type: warriors(world), activity: 'ACTIVITY_FORTIFIED' }),
      ),
    ),
  unitDies: (world, index) => unitAt(world, index).map(unitRemove),
  unitDiesAndIsBack: (world, index) =>
    unitAt(world, index).flatMap((unit) => [unitRemove(unit), unitInfo({ ...unit, hp: 1 })]),
  cityGrows: (world, index) => cityAt(world, index).map((city) => cityInfo({ ...city, size: city.size + 1 })),
  cityFalls: (world, index) => cityAt(world, index).map(({ id }) => cityRemove(id)),
  cityIsBack: (world, index) => cityAt(world, index).flatMap((city) => [cityRemove(city.id), cityInfo(city)]),
  tradeRoute: (world, index) => cityAt(world, index).map(({ id }) => tradeRoute(id, index)),
  tileForgotten: (world, index) =>
    at(world.tiles.values(), index).map((tile) => tileInfo({ ...tile, known: 'TILE_UNKNOWN' })),
  tileFogged: (world, index) =>
    at(world.tiles.values(), index).map((tile) => tileInfo({ ...tile, known: 'TILE_KNOWN_UNSEEN' })),
} satisfies Record<string, Change>;

const players = {
  embassyLost: (_, id) => [{ name: 'unknown_research', fields: { id } }],
  war: (world, index) =>
    at(world.diplomacy.values(), index).map((relation) => diplstate({ ...relation, type: 'DS_WAR' })),
  contact: (world, index) =>
    at(world.diplomacy.values(), index).map((relation) => diplstate({ ...relation, contactTurnsLeft: 20 })),
  goldFound: (world, index) =>
    at(world.players.values(), index).map((player) => playerInfo({ ...player, gold: player.gold + 1 })),
  upkeepDue: (world, index) =>
    at(world.players.values(), index).map((player) =>
      playerInfo({ ...player, techUpkeep: player.techUpkeep + 1 }),
    ),
  playerGone: (_, id) => (id > 0 ? [{ name: 'player_remove', fields: { playerno: id } }] : []),
  shipStarted: (world, index) =>
    at(world.spaceships.values(), index).map((ship) => ({
      name: 'spaceship_info',
      fields: { ...ship, sshipState: 'SSHIP_STARTED' },
    })),
  meeting: (_, counterpart) => [
    { name: 'diplomacy_init_meeting', fields: { counterpart, initiatedFrom: 0 } },
  ],
  goldOffered: (_, counterpart) => [
    { name: 'diplomacy_create_clause', fields: { counterpart, giver: 0, type: 'CLAUSE_GOLD', value: 50 } },
  ],
  meetingEnds: (_, counterpart) => [
    { name: 'diplomacy_cancel_meeting', fields: { counterpart, initiatedFrom: 0 } },
  ],
  talk: (_, index) => [
    {
      name: 'chat_msg',
      fields: { message: `hello ${index}`, tile: -1, event: 'E_CHAT_MSG', turn: 2, phase: 0, connId: 1 },
    },
  ],
} satisfies Record<string, Change>;

export const changes: fc.Arbitrary<{ readonly change: Change; readonly index: number }> = fc.oneof(
  fc.record({ change: fc.constantFrom(...Object.values(unitsAndCities)), index: fc.nat(20) }),
  fc.record({ change: fc.constantFrom(...Object.values(players)), index: fc.nat(5) }),
);

/** Folds the packets that make it happen and commits. */
export function happen(world: World, { change, index }: { change: Change; index: number }): void {
  for (const packet of change(world, index)) applyPacket(world, packet);
  commit(world);
}

/** Calls `compare` with a recorded world in one of these turns, and again after each of some random changes. */
export function compareAfterChanges(turns: readonly number[], compare: (world: World) => void): void {
  const steps = fc.array(changes, { minLength: 4, maxLength: 8 });
  fc.assert(
    fc.property(fc.constantFrom(...turns), steps, (turn, happenings) => {
      const world = worldAtTurn(turn);
      compare(world);
      for (const step of happenings) {
        happen(world, step);
        compare(world);
      }
    }),
    { numRuns: runs(8) },
  );
}

function unitAt(world: World, index: number): PacketFields['unit_info'][] {
  return at(world.units.values(), index).flatMap((unit) => unit.detail ?? []);
}

function cityAt(world: World, index: number): PacketFields['city_info'][] {
  return at(world.cities.values(), index).flatMap((city) => city.detail ?? []);
}

function warriors({ ruleset }: World): number {
  return [...ruleset.unitTypes.values()].find(({ ruleName }) => ruleName === 'Warriors')?.id ?? 0;
}

function at<T>(values: Iterable<T>, index: number): T[] {
  return [...values].slice(index, index + 1);
}

const unitInfo = (fields: PacketFields['unit_info']): ServerPacket => ({ name: 'unit_info', fields });
const unitRemove = ({ id }: { id: number }): ServerPacket => ({
  name: 'unit_remove',
  fields: { unitId: id },
});
const cityInfo = (fields: PacketFields['city_info']): ServerPacket => ({ name: 'city_info', fields });
const cityRemove = (cityId: number): ServerPacket => ({ name: 'city_remove', fields: { cityId } });
const tileInfo = (fields: PacketFields['tile_info']): ServerPacket => ({ name: 'tile_info', fields });
const playerInfo = (fields: PacketFields['player_info']): ServerPacket => ({ name: 'player_info', fields });
const diplstate = (fields: PacketFields['player_diplstate']): ServerPacket => ({
  name: 'player_diplstate',
  fields,
});
const tradeRoute = (city: number, index: number): ServerPacket => ({
  name: 'traderoute_info',
  fields: { city, index, partner: city, value: 3, direction: 'RDIR_FROM', goods: 0 },
});
