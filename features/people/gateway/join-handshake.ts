import { authenticationRequest, readJoinPacket } from './join-packets.js';

/** Tokens that a connection may try. */
export const MAX_TOKENS_TRIED = 3;
/** What the password dialog of the client says. */
const ASK_FOR_TOKEN = 'Paste the token of your invitation as the password.';

/** What is to be done after bytes have come. */
export type HandshakeStep =
  /** To be sent to the client, which shows its password dialog. */
  | { readonly kind: 'ask'; readonly bytes: Buffer }
  /** To be checked; then `retry` is called, or the handshake is over. */
  | { readonly kind: 'token'; readonly token: string }
  /** The client speaks another protocol, or sends more than it may. */
  | { readonly kind: 'violation' };

/** What a client says before it has joined: its server_join_req, then tokens in place of passwords. It never has more than one frame of it. */
export class JoinHandshake {
  #stage: 'request' | 'password' | 'checking' = 'request';
  #bytes: Buffer = Buffer.alloc(0);
  #capability = '';
  #password = '';
  #tried = 0;

  /** The client's capability string; empty before its server_join_req. */
  get capability(): string {
    return this.#capability;
  }

  /** Takes bytes of the client; returns what to do, in this order. After a violation it takes no more. */
  receive(bytes: Buffer): readonly HandshakeStep[] {
    if (this.#stage === 'checking') return [VIOLATION];
    this.#bytes = this.#bytes.length === 0 ? bytes : Buffer.concat([this.#bytes, bytes]);
    const steps: HandshakeStep[] = [];
    for (;;) {
      const step = this.#next();
      if (step !== undefined) steps.push(step);
      if (step?.kind !== 'ask') return steps;
    }
  }

  /** Asks for another token and says what is wrong with the last one; undefined when the client has had all its tries. */
  retry(sentence: string): Buffer | undefined {
    if (this.#tried >= MAX_TOKENS_TRIED) return undefined;
    this.#stage = 'password';
    return authenticationRequest(sentence, true);
  }

  #next(): HandshakeStep | undefined {
    const read = readJoinPacket(this.#bytes, this.#password);
    if (read === 'more') return undefined;
    if (read === 'bad') return VIOLATION;
    this.#bytes = this.#bytes.subarray(read.bytes);
    const { packet } = read;
    if (packet.kind === 'join') return this.#stage === 'request' ? this.#ask(packet.request) : VIOLATION;
    // A client sends nothing more before it knows whether it has joined.
    if (this.#stage !== 'password' || this.#bytes.length > 0) return VIOLATION;
    this.#stage = 'checking';
    this.#tried += 1;
    this.#password = packet.password;
    return { kind: 'token', token: packet.password };
  }

  #ask({ capability }: { readonly capability: string }): HandshakeStep {
    this.#stage = 'password';
    this.#capability = capability;
    return { kind: 'ask', bytes: authenticationRequest(ASK_FOR_TOKEN, false) };
  }
}

const VIOLATION: HandshakeStep = { kind: 'violation' };
