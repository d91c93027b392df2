import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { SpectatorView } from '#shared/protocol/spectator/view.js';
import { svgToPixels, svgToPng } from '../maps/map-image.js';
import { turnPicture } from '../maps/turn-picture.js';

/** All frames stay in memory, because the colours are chosen from all of them. */
const MAX_GIF_BYTES = 512 << 20;

/** Encodes the turns as an animated GIF. Rejects with a sentence for the user when it would need too much memory. */
export async function encodeGif(
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
    if (bytes > MAX_GIF_BYTES)
      throw new Error(
        `a GIF of so many turns is too large: take fewer with --from and --to, or a smaller --scale`,
      );
    await encoder.encode({ data, width, height, delay: 1000 / fps });
  }
  if (encoder === undefined) throw new Error('there are no turns to show');
  return new Uint8Array(await encoder.flush());
}

/** Writes a video of the turns with ffmpeg. Rejects with a sentence for the user when ffmpeg is missing or fails. */
export async function writeMp4(
  turns: AsyncIterable<SpectatorView>,
  { out, scale, fps }: { readonly out: string; readonly scale: number; readonly fps: number },
): Promise<void> {
  const input = ['-f', 'image2pipe', '-framerate', String(fps), '-i', '-'];
  const output = ['-c:v', 'libx264', '-pix_fmt', 'yuv420p', '-movflags', '+faststart', '-f', 'mp4', out];
  const ffmpeg = spawn('ffmpeg', ['-loglevel', 'error', '-y', ...input, ...output], {
    stdio: ['pipe', 'inherit', 'inherit'],
  });
  await once(ffmpeg, 'spawn').catch(() => {
    throw new Error('--mp4 needs ffmpeg, which is not here: install it, or take --gif');
  });
  const ended = once(ffmpeg, 'close');
  await pipeline(Readable.from(pngs(turns, scale)), ffmpeg.stdin);
  const [code] = await ended;
  if (code !== 0) throw new Error(`ffmpeg ended with code ${code}`);
}

async function* pngs(turns: AsyncIterable<SpectatorView>, scale: number): AsyncGenerator<Buffer> {
  for await (const view of turns) yield await svgToPng(turnPicture(view, scale).svg);
}
