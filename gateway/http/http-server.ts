import { readFileSync } from 'node:fs';
import { createServer, type RequestListener, type Server } from 'node:http';
import { createServer as createSecureServer } from 'node:https';

export interface Tls {
  readonly certFile: string;
  readonly keyFile: string;
}

/** The certificate and key of a configuration; undefined when none is wanted. Throws when one is missing. */
export function tlsOf(config: {
  readonly TLS_CERT_FILE?: string | undefined;
  readonly TLS_KEY_FILE?: string | undefined;
}): Tls | undefined {
  const { TLS_CERT_FILE: certFile, TLS_KEY_FILE: keyFile } = config;
  if (certFile === undefined && keyFile === undefined) return undefined;
  if (certFile === undefined) throw new Error('TLS_CERT_FILE: required with TLS_KEY_FILE');
  if (keyFile === undefined) throw new Error('TLS_KEY_FILE: required with TLS_CERT_FILE');
  return { certFile, keyFile };
}

/** The server below REST and sockets. Connections that say nothing, or a letter now and then, are not kept. */
export function createHttpServer(
  listener: RequestListener,
  headersTimeout: number,
  tls: Tls | undefined,
): Server {
  const patience = {
    headersTimeout,
    requestTimeout: headersTimeout * 2,
    connectionsCheckingInterval: headersTimeout / 5,
  };
  if (tls === undefined) return createServer(patience, listener);
  const secrets = { cert: readFileSync(tls.certFile), key: readFileSync(tls.keyFile) };
  return createSecureServer(
    { ...patience, ...secrets, minVersion: 'TLSv1.2', handshakeTimeout: headersTimeout },
    listener,
  );
}
