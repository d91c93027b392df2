import type { WebSocket } from 'ws';
import { type PersonJoin, personEndSchema, personJoinSchema } from '#shared/protocol/person-link.js';
import { Mailbox } from './mailbox.js';

/** The proxy's end of the link that carries one person's client. */
export class PersonLink {
  readonly socket: WebSocket;
  readonly joined = new Mailbox<PersonJoin>();
  readonly ends = new Mailbox<string>();
  readonly received = new Mailbox<Buffer>();
  readonly closed: Promise<number>;

  constructor(socket: WebSocket) {
    this.socket = socket;
    this.closed = new Promise((resolve) => socket.once('close', (code) => resolve(code)));
    socket.once('message', (first) => {
      this.joined.put(personJoinSchema.parse(JSON.parse(String(first))));
      socket.send(JSON.stringify({ seated: true }));
      socket.on('message', (bytes, isBinary) => {
        if (!isBinary) this.ends.put(personEndSchema.parse(JSON.parse(String(bytes))).end);
        else if (Buffer.isBuffer(bytes)) this.received.put(bytes);
      });
    });
  }
}
