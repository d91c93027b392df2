import { once } from 'node:events';
import { createServer, type Server, type Socket } from 'node:net';
import { FrameSplitter } from '../../../proxy/freeciv/frame-splitter.js';
import type { ClientPacketName, PacketName, PacketOf } from '../../../proxy/freeciv/generated/packets.js';
import { PacketStream } from '../../../proxy/freeciv/packet-stream.js';
import { Protocol } from '../../../proxy/freeciv/protocol.js';

export type Answer = (peer: ScriptedPeer, packet: PacketOf<ClientPacketName>) => void;

const protocol = Protocol.load('3.0');

/** The server's end of one connection, under a test's control. */
export class ScriptedPeer {
  /** Everything the client sent, in order. */
  readonly received: PacketOf<ClientPacketName>[] = [];
  readonly socket: Socket;
  readonly #stream = new PacketStream(protocol, 'client');

  constructor(socket: Socket, answer: Answer) {
    this.socket = socket;
    const splitter = new FrameSplitter();
    socket.setNoDelay(true);
    socket.on('error', () => undefined);
    socket.on('data', (chunk: Buffer) =>
      splitter.push(chunk, (frame) => {
        const packet = this.#stream.decode(frame);
        this.received.push(packet);
        answer(this, packet);
      }),
    );
  }

  send<K extends PacketName>(name: K, fields: PacketOf<K>['fields']): void {
    if (!this.socket.destroyed) this.socket.write(this.#stream.encode(name, fields));
  }

  /** What a real server sends for a request: `inside` between the two packets of a bracket. */
  bracket(inside: () => void = () => undefined): void {
    this.send('processing_started', {});
    inside();
    this.send('processing_finished', {});
  }

  join(youCanJoin: boolean, message: string): void {
    this.send('server_join_reply', {
      youCanJoin,
      message,
      capability: protocol.capabilities.join(' '),
      challengeFile: '',
      connId: 3,
    });
  }
}

/** A TCP server on a free port of the loopback that answers as a test says. */
export class ScriptedServer implements AsyncDisposable {
  readonly port: number;
  readonly #server: Server;
  readonly #peers: ScriptedPeer[];

  private constructor(server: Server, peers: ScriptedPeer[]) {
    const address = server.address();
    if (address === null || typeof address === 'string') throw new Error('no port');
    this.port = address.port;
    this.#server = server;
    this.#peers = peers;
  }

  static async listen(answer: Answer): Promise<ScriptedServer> {
    const peers: ScriptedPeer[] = [];
    const server = createServer((socket) => peers.push(new ScriptedPeer(socket, answer)));
    await once(server.listen(0, '127.0.0.1'), 'listening');
    return new ScriptedServer(server, peers);
  }

  /** The end of the connection that was made first. */
  get peer(): ScriptedPeer {
    const [peer] = this.#peers;
    if (peer === undefined) throw new Error('nobody has connected');
    return peer;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const { socket } of this.#peers) socket.destroy();
    this.#server.close();
    await once(this.#server, 'close');
  }
}
