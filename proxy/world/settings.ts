import type { PacketFields } from '../freeciv/generated/packets-3.0.js';

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
    this.#names.set(packet.id, packet.name);
  }

  set(packet: ValuePacket): void {
    this.#values.set(packet.id, settingValue(packet));
  }
}

function settingValue(packet: ValuePacket): SettingValue {
  if ('valuesNum' in packet) return packet.supportNames[packet.val] ?? packet.val;
  if ('bitsNum' in packet) return packet.supportNames.filter((_, bit) => ((packet.val >> bit) & 1) === 1);
  return packet.val;
}
