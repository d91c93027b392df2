import type { SpectatorView } from '#shared/protocol/spectator/view.js';
import { svgToPixels } from '../views/map/map-png.js';
import { turnPicture } from './turn-picture.js';

/** All frames stay in memory until the colours are chosen from all of them. */
const MOST_BYTES = 512 << 20;

/** An animated GIF of the turns. Rejects when it would take too much memory. */
export async function gifOf(
  turns: AsyncIterable<SpectatorView>,
  { scale, fps }: { readonly scale: number; readonly fps: number },
): Promise<Uint8Array> {
  const { Encoder } = await import('modern-gif');
  let encoder: InstanceType<typeof Encoder> | undefined;
  let bytes = 0;
  for await (const view of turns) {
    const { svg, width, height } = turnPicture(view, scale);
    encoder ??= new Encoder({ width, height, maxColors: 255 });
    const data = new Uint8ClampedArray(await svgToPixels(svg));
    bytes += data.length;
    if (bytes > MOST_BYTES)
      throw new Error(
        `a GIF of so many turns is too large: take fewer with --from and --to, or a smaller --scale`,
      );
    await encoder.encode({ data, width, height, delay: 1000 / fps });
  }
  if (encoder === undefined) throw new Error('there are no turns to show');
  return new Uint8Array(await encoder.flush());
}
