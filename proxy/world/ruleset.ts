import { isDeepStrictEqual } from 'node:util';
import { ProtocolError } from '../freeciv/errors.js';
import type { GenAction, PacketFields, ServerPacketName } from '../freeciv/generated/packets.js';
import { SharedPackets } from '../freeciv/shared-packets.js';
import { expectWithin, pushWithin, setWithin, worldLimits } from './world-limits.js';

/** The rules of this game: everything the server said of unit types, techs, terrains ... by their numbers. */
export class Ruleset {
  /** How many packets it was made of. */
  packets = 0;
  /** Whether the server has said that it is complete: no packet of it comes after that, and its parts agree with each other. */
  isComplete = false;
  control: PacketFields['ruleset_control'] | undefined;
  terrainControl: PacketFields['ruleset_terrain_control'] | undefined;
  /** The defaults of a ruleset: veteran levels, the first specialist. */
  game: PacketFields['ruleset_game'] | undefined;
  summary = '';
  readonly unitTypes = new Map<number, PacketFields['ruleset_unit']>();
  readonly unitClasses = new Map<number, PacketFields['ruleset_unit_class']>();
  readonly unitBonuses: PacketFields['ruleset_unit_bonus'][] = [];
  readonly improvements = new Map<number, PacketFields['ruleset_building']>();
  readonly techs = new Map<number, PacketFields['ruleset_tech']>();
  readonly techClasses = new Map<number, PacketFields['ruleset_tech_class']>();
  readonly governments = new Map<number, PacketFields['ruleset_government']>();
  readonly terrains = new Map<number, PacketFields['ruleset_terrain']>();
  readonly extras = new Map<number, PacketFields['ruleset_extra']>();
  readonly bases = new Map<number, PacketFields['ruleset_base']>();
  readonly roads = new Map<number, PacketFields['ruleset_road']>();
  readonly resources = new Map<number, PacketFields['ruleset_resource']>();
  readonly nations = new Map<number, PacketFields['ruleset_nation']>();
  readonly cityStyles = new Map<number, PacketFields['ruleset_city']>();
  readonly styles = new Map<number, PacketFields['ruleset_style']>();
  readonly specialists = new Map<number, PacketFields['ruleset_specialist']>();
  readonly goods = new Map<number, PacketFields['ruleset_goods']>();
  readonly trade = new Map<number, PacketFields['ruleset_trade']>();
  readonly disasters = new Map<number, PacketFields['ruleset_disaster']>();
  readonly achievements = new Map<number, PacketFields['ruleset_achievement']>();
  /** By their numbers, which the server does not send: it sends them in order. */
  readonly counters: PacketFields['ruleset_counter'][] = [];
  readonly multipliers = new Map<number, PacketFields['ruleset_multiplier']>();
  readonly actions = new Map<GenAction, PacketFields['ruleset_action']>();
  readonly actionEnablers: PacketFields['ruleset_action_enabler'][] = [];
  readonly effects: PacketFields['ruleset_effect'][] = [];
}

/**
 * The ruleset of a game. All connections to a game are told the same one: they share the object, and with it all that is derived from
 * it and kept. What is kept by a ruleset or a part of one depends on nothing that one seat sees and another does not.
 */
export class SharedRuleset {
  /** Its packets, which connections share as they receive them. */
  readonly packets = new SharedPackets();
  #last: Ruleset | undefined;

  /** The ruleset for a connection that was told this one: that of the connection before, where both are equal. */
  share(told: Ruleset): Ruleset {
    if (this.#last === undefined || !isDeepStrictEqual(this.#last, told)) this.#last = told;
    return this.#last;
  }
}

/** The packets this slice is made of. */
export type RulesetPacket = {
  [K in Extract<ServerPacketName, `ruleset_${string}`>]: {
    readonly name: K;
    readonly fields: PacketFields[K];
  };
}[Extract<ServerPacketName, `ruleset_${string}`>];

/** Adds one part of the rules. The ruleset is sent before a game starts and does not change in it. */
export function foldRuleset(ruleset: Ruleset, packet: RulesetPacket): void {
  if (ruleset.isComplete)
    throw new ProtocolError('unexpected_packet', 'after the ruleset was complete', { packet: packet.name });
  ruleset.packets += 1;
  expectWithin(ruleset.packets, worldLimits.rulesetPackets);
  switch (packet.name) {
    case 'ruleset_control':
      ruleset.control = packet.fields;
      return;
    case 'ruleset_terrain_control':
      ruleset.terrainControl = packet.fields;
      return;
    case 'ruleset_game':
      ruleset.game = packet.fields;
      return;
    case 'ruleset_summary':
      ruleset.summary = packet.fields.text;
      return;
    case 'ruleset_unit':
      ruleset.unitTypes.set(packet.fields.id, packet.fields);
      return;
    case 'ruleset_unit_class':
      ruleset.unitClasses.set(packet.fields.id, packet.fields);
      return;
    case 'ruleset_unit_bonus':
      pushWithin(ruleset.unitBonuses, packet.fields, worldLimits.unitBonuses);
      return;
    case 'ruleset_building':
      ruleset.improvements.set(packet.fields.id, packet.fields);
      return;
    case 'ruleset_tech':
      ruleset.techs.set(packet.fields.id, packet.fields);
      return;
    case 'ruleset_tech_class':
      ruleset.techClasses.set(packet.fields.id, packet.fields);
      return;
    case 'ruleset_government':
      ruleset.governments.set(packet.fields.id, packet.fields);
      return;
    case 'ruleset_terrain':
      ruleset.terrains.set(packet.fields.id, packet.fields);
      return;
    case 'ruleset_extra':
      ruleset.extras.set(packet.fields.id, packet.fields);
      return;
    case 'ruleset_base':
      ruleset.bases.set(packet.fields.id, packet.fields);
      return;
    case 'ruleset_road':
      ruleset.roads.set(packet.fields.id, packet.fields);
      return;
    case 'ruleset_resource':
      ruleset.resources.set(packet.fields.id, packet.fields);
      return;
    case 'ruleset_nation':
      ruleset.nations.set(packet.fields.id, packet.fields);
      return;
    case 'ruleset_city':
      ruleset.cityStyles.set(packet.fields.styleId, packet.fields);
      return;
    case 'ruleset_style':
      ruleset.styles.set(packet.fields.id, packet.fields);
      return;
    case 'ruleset_specialist':
      ruleset.specialists.set(packet.fields.id, packet.fields);
      return;
    case 'ruleset_goods':
      ruleset.goods.set(packet.fields.id, packet.fields);
      return;
    case 'ruleset_trade':
      ruleset.trade.set(packet.fields.id, packet.fields);
      return;
    case 'ruleset_disaster':
      ruleset.disasters.set(packet.fields.id, packet.fields);
      return;
    case 'ruleset_achievement':
      ruleset.achievements.set(packet.fields.id, packet.fields);
      return;
    case 'ruleset_counter':
      pushWithin(ruleset.counters, packet.fields, worldLimits.counters);
      return;
    case 'ruleset_multiplier':
      ruleset.multipliers.set(packet.fields.id, packet.fields);
      return;
    case 'ruleset_action':
      ruleset.actions.set(packet.fields.id, packet.fields);
      return;
    case 'ruleset_action_enabler':
      pushWithin(ruleset.actionEnablers, packet.fields, worldLimits.actionEnablers);
      return;
    case 'ruleset_effect':
      pushWithin(ruleset.effects, packet.fields, worldLimits.effects);
      return;
    case 'ruleset_action_auto':
    case 'ruleset_choices':
    case 'ruleset_clause':
    case 'ruleset_description_part':
    case 'ruleset_extra_flag':
    case 'ruleset_government_ruler_title':
    case 'ruleset_impr_flag':
    case 'ruleset_music':
    case 'ruleset_nation_groups':
    case 'ruleset_nation_sets':
    case 'ruleset_tech_flag':
    case 'ruleset_terrain_flag':
    case 'ruleset_unit_class_flag':
    case 'ruleset_unit_flag':
      return;
  }
}

/** A value of a server setting; the names of its bits for a bitwise setting. */
export type SettingValue = string | number | boolean | readonly string[];

type ValuePacket =
  | PacketFields['server_setting_bool']
  | PacketFields['server_setting_int']
  | PacketFields['server_setting_str']
  | PacketFields['server_setting_enum']
  | PacketFields['server_setting_bitwise'];

/** The server's settings by name, as far as clients may see them. */
export class ServerSettings {
  readonly #names = new Map<number, string>();
  readonly #values = new Map<number, SettingValue>();

  get(name: string): SettingValue | undefined {
    for (const [id, known] of this.#names) if (known === name) return this.#values.get(id);
    return undefined;
  }

  define(packet: PacketFields['server_setting_const']): void {
    setWithin(this.#names, packet.id, packet.name, worldLimits.settings);
  }

  set(packet: ValuePacket): void {
    setWithin(this.#values, packet.id, settingValue(packet), worldLimits.settings);
  }
}

function settingValue(packet: ValuePacket): SettingValue {
  if ('valuesNum' in packet) return packet.supportNames[packet.val] ?? packet.val;
  if ('bitsNum' in packet) return packet.supportNames.filter((_, bit) => ((packet.val >> bit) & 1) === 1);
  return packet.val;
}
