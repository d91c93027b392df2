import fc from 'fast-check';
import { expect, test } from 'vitest';
import { JoinHandshake } from '../../../features/people/gateway/join-handshake.js';
import {
  authenticationRequest,
  joinRefusal,
  MAX_JOIN_FRAME_BYTES,
  readJoinPacket,
} from '../../../features/people/gateway/join-packets.js';
import { FrameSplitter } from '../../../proxy/freeciv/frame-splitter.js';
import { Protocol } from '../../../proxy/freeciv/protocol.js';
import { type WirePacket, WireStream } from '../../../proxy/freeciv/wire-stream.js';

const versions = ['3.0.6', '3.1.4', '3.2.6'];
const version = fc.constantFrom(...versions);

/** The text of a string field of that many bytes, its NUL included. */
const text = (size: number) =>
  fc
    .string({ unit: 'grapheme', maxLength: size - 1 })
    .filter((one) => !one.includes('\0') && Buffer.byteLength(one) < size);

const joinRequest = fc.record({
  username: text(48),
  capability: text(512),
  versionLabel: text(48),
  majorVersion: fc.nat(),
  minorVersion: fc.nat(),
  patchVersion: fc.nat(),
});

const streamOf = (release: string, peer: 'client' | 'server') =>
  new WireStream(Protocol.ofServer(release), peer);

function packetsIn(stream: WireStream, bytes: Buffer): readonly WirePacket[] {
  const packets: WirePacket[] = [];
  new FrameSplitter().push(bytes, (frame) => packets.push(stream.decode(Buffer.from(frame))));
  return packets;
}

test('a join request is read as the codec of the proxy writes it, in every version of the protocol', () => {
  fc.assert(
    fc.property(version, joinRequest, (release, fields) => {
      const frame = streamOf(release, 'server').encode({ name: 'server_join_req', fields });
      const { username, capability } = fields;
      expect(readJoinPacket(frame, '')).toEqual({
        packet: { kind: 'join', request: { username, capability } },
        bytes: frame.length,
      });
      // Whatever follows belongs to the next packet.
      expect(readJoinPacket(Buffer.concat([frame, Buffer.from([1, 2, 3])]), '')).toMatchObject({
        bytes: frame.length,
      });
      for (let at = 0; at < frame.length; at += 1)
        expect(readJoinPacket(frame.subarray(0, at), '')).toBe('more');
    }),
    { numRuns: 40 },
  );
});

test('passwords are read as the codec of the proxy writes them, the same one twice, too', () => {
  fc.assert(
    fc.property(version, fc.array(fc.oneof(text(512), fc.constant('again'))), (release, passwords) => {
      const client = streamOf(release, 'server');
      let last = '';
      for (const password of passwords) {
        const frame = client.encode({ name: 'authentication_reply', fields: { password } });
        const packet = { kind: 'password', password };
        expect(readJoinPacket(frame, last)).toEqual({ packet, bytes: frame.length });
        last = password;
      }
    }),
  );
});

test('the codec of the proxy reads what asks for a token and what refuses, whatever the sentence', () => {
  const sentence = fc.string({ unit: 'grapheme', maxLength: 3000 });
  fc.assert(
    fc.property(version, sentence, fc.boolean(), text(512), (release, words, isRetry, capability) => {
      const server = streamOf(release, 'server');
      const [asked, refused] = [authenticationRequest(words, isRetry), joinRefusal(words, capability)].map(
        (bytes) => {
          const [started, packet, finished, ...others] = packetsIn(server, bytes);
          expect(started?.name).toBe('processing_started');
          expect(finished?.name).toBe('processing_finished');
          expect(others).toEqual([]);
          return packet;
        },
      );
      expect(server.unreadBytes).toBe(0);
      expect(asked).toMatchObject({
        name: 'authentication_req',
        fields: { type: isRetry ? 'AUTH_LOGIN_RETRY' : 'AUTH_LOGIN_FIRST' },
      });
      expect(refused).toMatchObject({
        name: 'server_join_reply',
        fields: { youCanJoin: false, capability, challengeFile: '', connId: 0 },
      });
      for (const packet of [asked, refused]) {
        const said = String(packet?.fields.message);
        if (Buffer.byteLength(words) < 1536) expect(said).toBe(words.replaceAll('\0', ' '));
        else expect(Buffer.byteLength(said)).toBeLessThan(1536);
      }
    }),
  );
});

test('whatever bytes come, and however they are cut, a handshake ends or waits for less than a packet', () => {
  const frame = streamOf('3.0.6', 'server').encode({
    name: 'server_join_req',
    fields: {
      username: 'a',
      capability: 'b',
      versionLabel: '',
      majorVersion: 3,
      minorVersion: 0,
      patchVersion: 6,
    },
  });
  const piece = fc.oneof(
    fc.uint8Array({ maxLength: 600 }).map((bytes) => Buffer.from(bytes)),
    fc.constant(frame),
    fc.nat(frame.length).map((at) => frame.subarray(0, at)),
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 20 }), (pieces) => {
      const handshake = new JoinHandshake();
      let given = 0;
      for (const bytes of pieces) {
        const steps = handshake.receive(bytes);
        if (steps.some(({ kind }) => kind === 'violation')) return;
        given = steps.length > 0 ? 0 : given + bytes.length;
        expect(given).toBeLessThan(MAX_JOIN_FRAME_BYTES);
        if (steps.some(({ kind }) => kind === 'token')) return;
      }
    }),
  );
});
