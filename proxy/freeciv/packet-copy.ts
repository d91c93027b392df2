import type { RawPacket } from './field.js';

/** Makes a copy of a packet, field by field. */
export type PacketCopy = (packet: RawPacket) => RawPacket;

/**
 * The copy function of packets with these fields, compiled for them: it names each field, so that the engine gives all copies
 * one form and copies the fields without looking them up. `{ ...packet }` in one place for all types takes ten times as long.
 */
export function packetCopy(names: readonly string[]): PacketCopy {
  const fields = names.map((name) => JSON.stringify(name));
  const body = fields.map((field) => `${field}: packet[${field}]`).join();
  const compiled = new Function('packet', `return {${body}};`);
  return (packet) => compiled(packet);
}
