import { readFileSync, unwatchFile, watchFile } from 'node:fs';
import type { Server } from 'node:http';
import { Server as TlsServer } from 'node:tls';
import type { Logger } from '#shared/core/log.js';
import type { Tls } from './transport.js';

/** How often the files are looked at, in milliseconds. */
const POLL_MS = 1000;

/** What Node's TLS server is made with. Throws the error of the file system. */
export function readCredentials({ certFile, keyFile }: Tls) {
  return { cert: readFileSync(certFile), key: readFileSync(keyFile), minVersion: 'TLSv1.2' } as const;
}

/** The certificate of a server of Node. A renewed one is served to new connections; open ones keep theirs. */
export class Certificate {
  readonly #server: Server;
  readonly #tls: Tls;
  readonly #log: Logger;

  constructor(server: Server, tls: Tls, log: Logger) {
    this.#server = server;
    this.#tls = tls;
    this.#log = log;
  }

  /** Reads the files again each time one of them changes, until `stop`. Key and certificate may change one after the other. */
  watch(): void {
    // By polling: a file that a renewal or Kubernetes replaces is another inode.
    for (const path of this.#files()) watchFile(path, { interval: POLL_MS }, this.reload);
  }

  /** Stops watching. */
  stop(): void {
    for (const path of this.#files()) unwatchFile(path, this.reload);
  }

  /** Reads the files again. What cannot be read, or is no pair, changes nothing and is logged. */
  readonly reload = (): void => {
    if (!(this.#server instanceof TlsServer)) return;
    try {
      this.#server.setSecureContext(readCredentials(this.#tls));
      this.#log.info('certificate read again');
    } catch (err) {
      this.#log.error({ err }, 'certificate and key could not be read again; the old ones stay');
    }
  };

  #files(): readonly string[] {
    return [this.#tls.certFile, this.#tls.keyFile];
  }
}
