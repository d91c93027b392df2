/** The files of a TLS certificate and its private key, in PEM. */
export interface Tls {
  readonly certFile: string;
  readonly keyFile: string;
}

/** The certificate and key of a configuration; undefined when TLS is off. Throws when only one of them is set. */
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
