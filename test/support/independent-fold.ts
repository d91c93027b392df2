import type { ServerPacket } from '../../proxy/freeciv/brackets.js';
import type { PacketFields } from '../../proxy/freeciv/generated/packets.js';
import type { Ruleset } from '../../proxy/world/ruleset.js';

type Told = Readonly<Record<string, unknown>>;
type AnyUnit =
  | { readonly isWhole: true; readonly info: PacketFields['unit_info'] }
  | { readonly isWhole: false; readonly info: PacketFields['unit_short_info'] };
type AnyCity =
  | { readonly isWhole: true; readonly info: PacketFields['city_info'] }
  | { readonly isWhole: false; readonly info: PacketFields['city_short_info'] };

const PLAYER_SLOTS = 160;

/**
 * What a seat was told, kept by other code than the product's: the last packet of each thing, and fields made from
 * them by hand. It shares the decoder of packets and nothing else; the ruleset is looked up as it came.
 */
export class IndependentFold {
  readonly units = new Map<number, AnyUnit>();
  readonly cities = new Map<number, AnyCity>();
  readonly tiles = new Map<number, PacketFields['tile_info']>();
  readonly players = new Map<number, PacketFields['player_info']>();
  readonly research = new Map<number, PacketFields['research_info']>();
  readonly stances = new Map<number, PacketFields['player_diplstate']>();
  turn = 0;
  packets = 0;

  take(packet: ServerPacket): void {
    this.packets += 1;
    if (packet.name === 'game_info') this.turn = packet.fields.turn;
    else if (packet.name === 'new_year') this.turn = packet.fields.turn;
    else if (packet.name === 'tile_info') this.tiles.set(packet.fields.tile, packet.fields);
    else if (packet.name === 'player_info') this.players.set(packet.fields.playerno, packet.fields);
    else if (packet.name === 'player_remove') this.players.delete(packet.fields.playerno);
    else if (packet.name === 'research_info') this.research.set(packet.fields.id, packet.fields);
    else if (packet.name === 'unknown_research') this.research.delete(packet.fields.id);
    else if (packet.name === 'player_diplstate') this.stances.set(packet.fields.diplstateId, packet.fields);
    else this.#takeThing(packet);
  }

  #takeThing(packet: ServerPacket): void {
    if (packet.name === 'unit_info') this.units.set(packet.fields.id, { isWhole: true, info: packet.fields });
    else if (packet.name === 'unit_short_info' && packet.fields.packetUse === 0)
      this.units.set(packet.fields.id, { isWhole: false, info: packet.fields });
    else if (packet.name === 'unit_remove') this.units.delete(packet.fields.unitId);
    else if (packet.name === 'city_info')
      this.cities.set(packet.fields.id, { isWhole: true, info: packet.fields });
    else if (packet.name === 'city_short_info')
      this.cities.set(packet.fields.id, { isWhole: false, info: packet.fields });
    else if (packet.name === 'city_remove') this.cities.delete(packet.fields.cityId);
  }

  /** Fields of every unit as a full state must have them. */
  unitFields(ruleset: Ruleset, xsize: number): ReadonlyMap<number, Told> {
    const each = ruleset.terrainControl?.moveFragments ?? 1;
    return fieldsOf(this.units, ({ isWhole, info }) => ({
      ...place(info.tile, xsize),
      owner: info.owner,
      type: wire(ruleset.unitTypes.get(info.type)?.ruleName),
      hp: info.hp,
      veteran: info.veteran,
      activity: info.activity.slice('ACTIVITY_'.length).toLowerCase(),
      occupied: info.occupied,
      transported_by: info.transported ? info.transportedBy : null,
      moves_left: isWhole ? Math.round((info.movesleft * 100) / each) / 100 : null,
      home_city: isWhole ? (info.homecity === 0 ? null : info.homecity) : undefined,
      done_moving: isWhole ? info.doneMoving : undefined,
      automatic: isWhole ? info.ai : undefined,
    }));
  }

  cityFields(ruleset: Ruleset, xsize: number): ReadonlyMap<number, Told> {
    return fieldsOf(this.cities, ({ isWhole, info }) => ({
      ...place(info.tile, xsize),
      name: info.name,
      owner: info.owner,
      size: info.size,
      population: info.size,
      improvements: namesOfBits(info.improvements, ruleset.improvements),
      occupied: isWhole ? undefined : info.occupied,
      production: isWhole ? wire(builtBy(ruleset, info)) : null,
      shield_stock: isWhole ? info.shieldStock : undefined,
      food_stock: isWhole ? info.foodStock : undefined,
    }));
  }

  tileFields(ruleset: Ruleset, xsize: number): ReadonlyMap<number, Told> {
    const seen = new Map([...this.tiles].filter(([, tile]) => tile.known !== 'TILE_UNKNOWN'));
    return fieldsOf(seen, (tile) => ({
      ...place(tile.tile, xsize),
      terrain: wire(ruleset.terrains.get(tile.terrain)?.ruleName),
      resource: wire(ruleset.extras.get(tile.resource)?.ruleName),
      extras: namesOfBits(tile.extras, ruleset.extras, tile.resource),
      owner: tile.owner < PLAYER_SLOTS ? tile.owner : null,
      fog: tile.known === 'TILE_KNOWN_SEEN' ? 'visible' : 'fogged',
      continent: tile.continent,
    }));
  }

  /** What contact and embassies do not tell is null, whatever number the packet carries there. */
  playerFields(ruleset: Ruleset, me: number): ReadonlyMap<number, Told> {
    return fieldsOf(this.players, (player) => {
      const { playerno: id, name, isAlive, team } = player;
      const hasEmbassy = id === me || this.#hasEmbassy(me, id);
      const byContact = hasEmbassy || this.#isMet(me, id) ? contactFields(ruleset, player) : noContact;
      const research = hasEmbassy ? this.research.get(id) : undefined;
      const techs = research === undefined ? null : this.#techsOf(ruleset, research);
      const byEmbassy = hasEmbassy ? embassyFields(player) : noEmbassy;
      return { id, name, is_alive: isAlive, team, ...byContact, ...byEmbassy, techs };
    });
  }

  #hasEmbassy(me: number, other: number): boolean {
    return this.players.get(me)?.realEmbassy[other] === true || this.research.has(other);
  }

  #isMet(me: number, other: number): boolean {
    return [me * PLAYER_SLOTS + other, other * PLAYER_SLOTS + me].some(
      (id) => (this.stances.get(id)?.contactTurnsLeft ?? 0) > 0,
    );
  }

  #techsOf(ruleset: Ruleset, { inventions }: PacketFields['research_info']): unknown {
    return [...ruleset.techs.values()].flatMap(({ id, ruleName }) =>
      inventions[id] === '2' && ruleName !== 'None' ? [wire(ruleName)] : [],
    );
  }
}

const noContact: Told = { score: null, gold: null, government: null };
const noEmbassy: Told = { rates: null, culture: null };

function contactFields(ruleset: Ruleset, { score, gold, government }: PacketFields['player_info']): Told {
  return { score, gold, government: wire(ruleset.governments.get(government)?.ruleName) };
}

function embassyFields(player: PacketFields['player_info']): Told {
  const { tax, luxury, science } = player;
  return { rates: { tax, luxury, science }, culture: player.culture32 ?? player.culture16 ?? 0 };
}

/** Fields that differ, as `unit 12 hp: 7, not 10`; those that are undefined must not be there. */
export function differences(
  what: string,
  expected: ReadonlyMap<number, Told>,
  shown: ReadonlyMap<number, Told>,
): readonly string[] {
  const missing = [...expected.keys()].filter((id) => !shown.has(id)).map((id) => `${what} ${id} is missing`);
  const extra = [...shown.keys()]
    .filter((id) => !expected.has(id))
    .map((id) => `${what} ${id} is not told of`);
  const wrong = [...expected].flatMap(([id, fields]) =>
    Object.entries(fields).flatMap(([name, value]) => {
      const told = shown.get(id)?.[name];
      const isSame = JSON.stringify(told) === JSON.stringify(value);
      return isSame || !shown.has(id)
        ? []
        : [`${what} ${id} ${name}: ${JSON.stringify(told)}, not ${JSON.stringify(value)}`];
    }),
  );
  return [...missing, ...extra, ...wrong];
}

function fieldsOf<T>(things: ReadonlyMap<number, T>, of: (thing: T) => Told): ReadonlyMap<number, Told> {
  return new Map([...things].map(([id, thing]) => [id, of(thing)]));
}

function place(tile: number, xsize: number) {
  return { x: tile % xsize, y: (tile - (tile % xsize)) / xsize };
}

function wire(name: string | undefined): string | null {
  if (name === undefined) return null;
  const words = name
    .slice(name.startsWith('?') ? name.indexOf(':') + 1 : 0)
    .toLowerCase()
    .replaceAll(/['’.]/g, '');
  return words
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
    .join('_');
}

function builtBy(ruleset: Ruleset, { productionKind, productionValue }: PacketFields['city_info']) {
  const things = productionKind === 'VUT_UTYPE' ? ruleset.unitTypes : ruleset.improvements;
  return things.get(productionValue)?.ruleName;
}

function namesOfBits(
  bits: Uint8Array,
  things: ReadonlyMap<number, { readonly ruleName: string }>,
  without = -1,
): readonly (string | null)[] {
  return [...things].flatMap(([id, { ruleName }]) =>
    id !== without && Math.floor((bits[Math.floor(id / 8)] ?? 0) / 2 ** (id % 8)) % 2 === 1
      ? [wire(ruleName)]
      : [],
  );
}
