import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose';

type Pair = Awaited<ReturnType<typeof generateKeyPair>>;

/** An issuer of JSON Web Tokens that publishes its keys over HTTP. */
export class TokenIssuer implements AsyncDisposable {
  readonly issuer = 'https://login.example';
  readonly #pairs = new Map<string, Pair>();
  readonly #server: Server;
  /** Whether it answers 503. */
  isAway = false;

  private constructor(server: Server) {
    this.#server = server;
  }

  static async start(): Promise<TokenIssuer> {
    const server = createServer((_request, response) => {
      if (issuer.isAway) response.writeHead(503).end();
      else void issuer.keys().then((keys) => response.end(JSON.stringify(keys)));
    });
    const issuer = new TokenIssuer(server);
    await issuer.addKey('first');
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return issuer;
  }

  /** The settings of a gateway that takes its tokens. */
  get settings() {
    const address = this.#server.address();
    const port = typeof address === 'object' ? address?.port : undefined;
    const keys = `http://127.0.0.1:${port}/keys`;
    return { JWT_ISSUER: this.issuer, JWT_AUDIENCE: 'freeciv,other', JWT_JWKS: keys, JWT_CLOCK_SKEW_S: '0' };
  }

  async addKey(id: string): Promise<void> {
    this.#pairs.set(id, await generateKeyPair('ES256', { extractable: true }));
  }

  withdrawKey(id: string): void {
    this.#pairs.delete(id);
  }

  /** Its JSON Web Key Set. */
  async keys() {
    const keys = [...this.#pairs].map(async ([kid, { publicKey }]) => ({
      ...(await exportJWK(publicKey)),
      kid,
    }));
    return { keys: await Promise.all(keys) };
  }

  /** A token with these claims, in place of those of a player `ann` that holds for an hour. */
  sign(claims: JWTPayload = {}, { kid = 'first', expires = true } = {}): Promise<string> {
    const pair = this.#pairs.get(kid);
    if (pair === undefined) throw new Error(`there is no key ${kid}`);
    const now = Math.floor(Date.now() / 1000);
    const times = expires ? { iat: now, exp: now + 3600 } : { iat: now };
    const payload = {
      iss: this.issuer,
      aud: 'freeciv',
      sub: 'ann',
      scope: 'openid play',
      ...times,
      ...claims,
    };
    return new SignJWT(payload).setProtectedHeader({ alg: 'ES256', kid }).sign(pair.privateKey);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
  }
}
