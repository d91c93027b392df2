import { parseArgs } from 'node:util';

const formats = ['gif', 'mp4', 'png', 'jsonl', 'trajectories', 'diplomacy'] as const;
/** What can be made of a recording; `trajectories` are the decisions of its agents, `diplomacy` its treaties. */
export type ExportFormat = (typeof formats)[number];

const extensions: Readonly<Record<ExportFormat, string>> = {
  gif: '.gif',
  mp4: '.mp4',
  png: '.png',
  jsonl: '.jsonl',
  trajectories: '.trajectories.jsonl',
  diplomacy: '.diplomacy.jsonl',
};

/** The command line of `npm run export`. */
export interface ExportOptions {
  readonly recording: string;
  readonly format: ExportFormat;
  /** Output file; by default beside the recording. */
  readonly out: string;
  readonly from: number;
  readonly to: number;
  /** The width of a tile in pixels. */
  readonly scale: number;
  /** Turns for each second of a GIF or video. */
  readonly fps: number;
  /** Player number or agent whose decisions are exported; undefined for all. */
  readonly seat: string | undefined;
}

/** Printed after an error in the command line. */
export const EXPORT_USAGE = `npm run export -- RECORDING --gif|--mp4|--png|--jsonl|--trajectories|--diplomacy [options]
  --out FILE      the file to write; by default beside the recording
  --from N --to N the turns; by default all. --png draws the last of them
  --scale N       width of a tile in pixels; by default 12
  --fps N         turns in a second; by default 4
  --seat X        only the decisions of that player or agent
--diplomacy writes one line for each treaty of the game, the recording's turns --from and --to`;

/** Parses the command line. Throws an error with a sentence for the user. */
export function parseExportOptions(args: readonly string[]): ExportOptions {
  const text = { type: 'string' } as const;
  const flag = { type: 'boolean', default: false } as const;
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      gif: flag,
      mp4: flag,
      png: flag,
      jsonl: flag,
      trajectories: flag,
      diplomacy: flag,
      out: text,
      from: text,
      to: text,
      scale: text,
      fps: text,
      seat: text,
    },
  });
  const [recording, ...more] = positionals;
  const [format, ...others] = formats.filter((name) => values[name]);
  if (recording === undefined || more.length > 0) throw new Error('name one recording');
  if (format === undefined || others.length > 0)
    throw new Error('choose one of --gif, --mp4, --png, --jsonl, --trajectories and --diplomacy');
  return {
    recording,
    format,
    out: values.out ?? recording.replace(/(\.fcr)?$/, extensions[format]),
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
