import { isIPv6, SocketAddress } from 'node:net';
import type { UwsResponse } from './library.js';

/** Who asks, written as Node writes it: the library spells IPv6 out in full. */
export function remoteAddressOf(response: UwsResponse): string {
  const text = Buffer.from(response.getRemoteAddressAsText()).toString();
  return isIPv6(text) ? new SocketAddress({ address: text, family: 'ipv6' }).address : text;
}
