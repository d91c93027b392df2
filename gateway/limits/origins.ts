/**
 * Whether a browser page of this origin may open sockets. Origins are compared as a whole. Programs other than browsers
 * send no origin; they need a token like everybody.
 */
export function isOriginAllowed(origin: string | undefined, allowed: ReadonlySet<string>): boolean {
  return origin === undefined || allowed.has(origin);
}

/** The configured origins and those of the gateway's own pages on this machine. The Host header is not used: it can be forged. */
export function allowedOrigins(
  configured: readonly string[],
  port: number,
  scheme: 'http' | 'https' = 'http',
): ReadonlySet<string> {
  const own = ['localhost', '127.0.0.1', '[::1]'].map((host) => `${scheme}://${host}:${port}`);
  return new Set([...configured, ...own]);
}
