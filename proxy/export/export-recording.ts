import { writeFile } from 'node:fs/promises';
import type { SpectatorView } from '#shared/protocol/spectator/view.js';
import { svgToPng } from '../views/map/map-png.js';
import type { ExportOrder } from './export-order.js';
import { gifOf } from './gif.js';
import { jsonLines } from './jsonl.js';
import { writeMp4 } from './mp4.js';
import { recordedTurns } from './recorded-turns.js';
import { trajectoryLines } from './trajectories.js';
import { turnPicture } from './turn-picture.js';

/** Makes the file that is ordered. Rejects with a sentence for the user. */
export async function exportRecording(order: ExportOrder): Promise<void> {
  const turns = recordedTurns(order.recording, order.from, order.to);
  switch (order.format) {
    case 'gif':
      return writeFile(order.out, await gifOf(turns, order));
    case 'mp4':
      return writeMp4(turns, order);
    case 'jsonl':
      return writeFile(order.out, jsonLines(turns));
    case 'trajectories':
      return writeFile(order.out, await trajectoryLines(order));
    case 'png':
      return writeFile(order.out, await lastPng(turns, order.scale));
  }
}

async function lastPng(turns: AsyncIterable<SpectatorView>, scale: number): Promise<Buffer> {
  let svg = '';
  for await (const view of turns) svg = turnPicture(view, scale).svg;
  return svgToPng(svg);
}
