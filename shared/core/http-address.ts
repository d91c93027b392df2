/** The address for HTTP of a gateway that is named by the address of its sockets, `ws://HOST:PORT` or already `http://HOST:PORT`; without a slash at its end. */
export function httpAddress(gateway: string): string {
  return gateway.replace(/^ws/, 'http').replace(/\/$/, '');
}
