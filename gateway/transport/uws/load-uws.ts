import type * as Uws from '@uwsjs/core';
import { fail, ok, type Result } from '#shared/result.js';

declare module '@uwsjs/core' {
  interface TemplatedApp {
    /** Its types leave this form out. */
    listen(host: string, port: number, options: number, cb: (socket: us_listen_socket | false) => void): this;
  }
}

/** What of uWebSockets.js is used. */
export type UwsLibrary = Pick<
  typeof Uws,
  'App' | 'SSLApp' | 'us_listen_socket_close' | 'us_socket_local_port'
>;

/** The library is not in the npm registry under its own name; the second is a republication that is. */
const packages = ['uWebSockets.js', '@uwsjs/core'];

/** uWebSockets.js, if it is installed and has been built for this platform and Node; else the reason in a sentence. */
export async function loadUws(names: readonly string[] = packages): Promise<Result<UwsLibrary, string>> {
  const reasons: string[] = [];
  for (const name of names) {
    try {
      const library: UwsLibrary = await import(name);
      return ok(library);
    } catch (error) {
      const [reason = ''] = (error instanceof Error ? error.message : String(error)).split('\n', 1);
      reasons.push(reason);
    }
  }
  return fail(`uWebSockets.js is not installed for this Node and platform (${reasons.join('; ')})`);
}
