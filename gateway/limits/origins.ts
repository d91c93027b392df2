/**
 * Whether a browser page of this origin may open agent sockets. Origins are compared whole; programs that are no
 * browsers send none, and need a token like everybody.
 */
export function isOriginAllowed(origin: string | undefined, allowed: ReadonlySet<string>): boolean {
  return origin === undefined || allowed.has(origin);
}

/** The configured origins and the gateway's own pages on this machine. Never the Host header: it can be forged. */
export function allowedOrigins(
  configured: readonly string[],
  port: number,
  scheme: 'http' | 'https' = 'http',
): ReadonlySet<string> {
  const own = ['localhost', '127.0.0.1', '[::1]'].map((host) => `${scheme}://${host}:${port}`);
  return new Set([...configured, ...own]);
}
