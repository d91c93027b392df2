import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { SpectatorView } from '#shared/protocol/spectator/view.js';
import { svgToPng } from '../views/map/map-png.js';
import { turnPicture } from './turn-picture.js';

/** Writes a video of the turns with ffmpeg. Rejects with a sentence when there is no ffmpeg or it fails. */
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
