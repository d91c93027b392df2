import { ProtocolError } from '../../../proxy/freeciv/errors.js';
import type { PacketStream } from '../../../proxy/freeciv/packet-stream.js';
import type { WireSide } from '../../../proxy/freeciv/wire-stream.js';
import type { AnyPacket } from './joined-streams.js';

const { FUZZ_SEED } = process.env;
/** Another seed draws other damage: FUZZ_SEED=7 npm run test:unit. */
export const fuzzSeed = Number(FUZZ_SEED ?? 20_260);

/** Feeds damaged bytes to decoders, and counts what came of them. */
export class DamagedPackets {
  /** Damaged frames that were tried. */
  mutants = 0;
  /** Of these, the frames that were decoded to a packet. */
  packets = 0;

  /** Runs what may fail in one way only. */
  onlyProtocolErrors(run: () => void, subject: Buffer): void {
    try {
      run();
    } catch (error) {
      if (error instanceof ProtocolError) return;
      throw new Error(`seed ${fuzzSeed}, mutant ${this.mutants}: ${subject.toString('hex')}`, {
        cause: error,
      });
    }
  }

  /** Decodes a damaged frame; when a packet comes out, it must be one that can be sent or refused. */
  tryOut(stream: PacketStream<WireSide>, echo: PacketStream<WireSide>, frame: Buffer): void {
    this.mutants += 1;
    this.onlyProtocolErrors(() => {
      const packet: AnyPacket = stream.decode(frame);
      this.packets += 1;
      echo.encode(packet.name, packet.fields);
    }, frame);
  }
}
