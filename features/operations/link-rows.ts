import type { LinkRow, LinkStep, LinkTable } from '../../proxy/api/requests/asked-request.js';
import { ANYWHERE, CHANGES, READS, WATCHES } from '../../proxy/api/requests/link-table.js';
import type { GameOperations, OwnOperation } from './operations.js';

/** Answers what administrators, and who may watch, ask of whole games. */
export function operationRows(operations: GameOperations): Pick<LinkTable, OwnOperation> {
  const row = (type: OwnOperation, steps: readonly LinkStep[]): LinkRow => ({
    steps,
    handle: ({ request }) => operations.answer(type, request.game_id, request.data),
  });
  return {
    game_create: row('game_create', CHANGES),
    game_list: row('game_list', ANYWHERE),
    game_info: row('game_info', READS),
    game_start: row('game_start', CHANGES),
    game_pause: row('game_pause', CHANGES),
    game_resume: row('game_resume', CHANGES),
    game_end: row('game_end', CHANGES),
    game_save: row('game_save', CHANGES),
    game_saves: row('game_saves', WATCHES),
    game_score: row('game_score', WATCHES),
    game_delete: row('game_delete', READS),
  };
}
