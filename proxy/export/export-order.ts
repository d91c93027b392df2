import { parseArgs } from 'node:util';

const formats = ['gif', 'mp4', 'png', 'jsonl', 'trajectories'] as const;
export type Format = (typeof formats)[number];

const endings: Readonly<Record<Format, string>> = {
  gif: '.gif',
  mp4: '.mp4',
  png: '.png',
  jsonl: '.jsonl',
  trajectories: '.trajectories.jsonl',
};

/** What is to be made of which recording. */
export interface ExportOrder {
  readonly recording: string;
  readonly format: Format;
  /** Where to; beside the recording unless said otherwise. */
  readonly out: string;
  readonly from: number;
  readonly to: number;
  /** The width of a tile in pixels. */
  readonly scale: number;
  /** Turns shown in a second. */
  readonly fps: number;
  /** Whose decisions, by player or agent; everybody's without it. */
  readonly seat: string | undefined;
}

export const usage = `npm run export -- RECORDING --gif|--mp4|--png|--jsonl|--trajectories [options]
  --out FILE      where to; beside the recording unless said
  --from N --to N the turns; all of them unless said. --png shows the last of them
  --scale N       width of a tile in pixels (12)
  --fps N         turns in a second (4)
  --seat X        the decisions of that player or agent only`;

/** Reads the command line. Throws a sentence for the user. */
export function exportOrder(args: readonly string[]): ExportOrder {
  const text = { type: 'string' } as const;
  const flag = { type: 'boolean', default: false } as const;
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      ...{ gif: flag, mp4: flag, png: flag, jsonl: flag, trajectories: flag },
      ...{ out: text, from: text, to: text, scale: text, fps: text, seat: text },
    },
  });
  const [recording, ...more] = positionals;
  const [format, ...others] = formats.filter((name) => values[name]);
  if (recording === undefined || more.length > 0) throw new Error('name one recording');
  if (format === undefined || others.length > 0)
    throw new Error('choose one of --gif, --mp4, --png, --jsonl and --trajectories');
  return {
    recording,
    format,
    out: values.out ?? recording.replace(/(\.fcr)?$/, endings[format]),
    from: count('--from', values.from, 0),
    to: count('--to', values.to, Number.MAX_SAFE_INTEGER),
    scale: count('--scale', values.scale, 12),
    fps: count('--fps', values.fps, 4),
    seat: values.seat,
  };
}

function count(name: string, text: string | undefined, otherwise: number): number {
  if (text === undefined) return otherwise;
  if (!/^\d+$/.test(text) || (Number(text) === 0 && name !== '--from'))
    throw new Error(`${name} takes a whole number above 0, not ${text}`);
  return Number(text);
}
