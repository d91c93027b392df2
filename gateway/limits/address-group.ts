import { isIPv6 } from 'node:net';

/**
 * The key by which an IP address is counted: the address itself for IPv4, also when it is written `::ffff:1.2.3.4`; the
 * first 64 bits for IPv6, because the owner of one IPv6 address usually has that whole network.
 */
export function addressGroup(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped !== undefined) return mapped;
  const [bare = ''] = address.split('%', 1);
  if (!isIPv6(bare)) return address;
  return `${hextets(bare).slice(0, 4).join(':')}::/64`;
}

/** The parts of an IPv6 address, with the zeros that `::` leaves out. */
function hextets(address: string): readonly string[] {
  const [head = '', tail] = address.toLowerCase().split('::');
  const before = head === '' ? [] : head.split(':');
  if (tail === undefined) return before;
  const after = tail === '' ? [] : tail.split(':');
  const zeros = Math.max(0, 8 - before.length - after.length);
  return [...before, ...Array.from({ length: zeros }, () => '0'), ...after];
}
