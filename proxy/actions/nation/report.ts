import { z } from 'zod';
import { ok } from '#shared/core/result.js';
import type { Reply } from '../../freeciv/brackets.js';
import type { ReportType } from '../../freeciv/generated/packets.js';
import { plainText } from '../../world/messages.js';
import { defineAction } from '../action.js';

const reports = {
  wonders: 'REPORT_WONDERS_OF_THE_WORLD',
  top_cities: 'REPORT_TOP_5_CITIES',
  demographics: 'REPORT_DEMOGRAPHIC',
  achievements: 'REPORT_ACHIEVEMENTS',
} as const satisfies Record<string, ReportType>;

const names = {
  wonders: 'wonders',
  top_cities: 'top_cities',
  demographics: 'demographics',
  achievements: 'achievements',
} as const satisfies { [K in keyof typeof reports]: K };

/** Action `report` (handle_report_req): the pages are read from the bracket. */
export const askReport = defineAction({
  name: 'report',
  doc: "Read one of the server's reports: wonders of the world, the largest cities, demographics, achievements.",
  actor: 'nation',
  schema: z.looseObject({ report: z.enum(names) }),
  sends: ['report_req'],
  plan(port, { report }) {
    return ok({
      send: () => port.request('report_req', { type: reports[report] }),
      effect: (_before, _world, replies) => {
        const lines = linesOf(replies);
        return lines.length === 0 ? undefined : { report, lines };
      },
    });
  },
});

function linesOf(replies: readonly Reply[]): string[] {
  return replies
    .flatMap(({ packets }) => packets)
    .flatMap((packet) => {
      if (packet.name === 'page_msg') return [packet.fields.headline];
      return packet.name === 'page_msg_part' ? packet.fields.lines.split('\n') : [];
    })
    .map((line) => plainText(line).trim())
    .filter((line) => line !== '');
}
