import { z } from 'zod';
import { ok, type Result } from '#shared/core/result.js';
import type { Reply } from '../../freeciv/brackets.js';
import type { Player } from '../../rules/lookup/players.js';
import { meetingObstacle } from '../../rules/players/diplomacy.js';
import { plainText } from '../../world/messages.js';
import { nameText } from '../../world/name-text.js';
import { type Clause, openTreaty, withClause } from '../../world/treaty.js';
import { defineAction, invalidAction } from '../action.js';
import type { ActionPort } from '../action-port.js';
import { type ClauseWish, clauseFields, possibleClause } from './clause.js';
import { playerTarget, relationName, resolveOtherPlayer } from './other-player.js';
import { isConcluded, shownTreaty, whyNoMeeting } from './treaty.js';

const MAX_CLAUSES = 10;

const requests = [
  'diplomacy_init_meeting_req',
  'diplomacy_create_clause_req',
  'diplomacy_accept_treaty_req',
  'diplomacy_cancel_meeting_req',
] as const;

/**
 * Action `treaty_propose`: the requests of a whole negotiation, one after the other. The server lets an AI judge a treaty when a
 * clause is put in (`dai_treaty_evaluate`), so its answer is there with that of the last clause.
 */
export const treatyPropose = defineAction({
  name: 'treaty_propose',
  doc: 'Propose a whole treaty. An AI answers at once: what it accepts is concluded, what it declines is off the table. Others find it on their table.',
  actor: 'nation',
  reach: 'nation',
  schema: z.looseObject({
    target: playerTarget,
    clauses: z.array(z.looseObject(clauseFields)).min(1).max(MAX_CLAUSES),
  }),
  sends: requests,
  isRarelyWanted: true,
  plan(port, fields) {
    const { world, skipsRules } = port;
    const found = resolveOtherPlayer(port, fields.target);
    if (!found.ok) return found;
    const other = found.value;
    const { playerno: counterpart } = other;
    const open = world.treaties.get(counterpart);
    // Where an AI has not accepted, the meeting is what remains of a proposal whose connection was lost.
    if (open !== undefined && (!isAi(other) || open.otherAccepted)) {
      const sentence = `You are meeting ${nameText(other.name)} already: treaty_cancel_meeting ends that`;
      return invalidAction(sentence, 'data.target', shownTreaty(world, counterpart));
    }
    const obstacle = meetingObstacle(world, other);
    if (obstacle !== undefined && !skipsRules) return invalidAction(whyNoMeeting[obstacle], 'data.target');
    const whole = wholeTreaty(port, other, fields.clauses);
    if (!whole.ok) return whole;
    const clauses = whole.value;
    return ok({
      send: async () => [
        ...(open === undefined ? [] : [await port.request('diplomacy_cancel_meeting_req', { counterpart })]),
        ...(await negotiate(port, other, clauses)),
      ],
      effect(before, after, replies) {
        if (!wereTaken(clauses, replies)) return undefined;
        if (after.treaties.has(counterpart))
          return { treaty: 'proposed', ...shownTreaty(after, counterpart) };
        return isConcluded(before, after, counterpart, clauses, replies)
          ? { treaty: 'concluded', relation: relationName(after, counterpart) }
          : { treaty: 'declined', answer: answerIn(replies) };
      },
    });
  },
});

/** The clauses that were asked for, if one treaty can hold all of them. */
function wholeTreaty(
  port: ActionPort<never>,
  other: Player,
  wishes: readonly ClauseWish[],
): Result<readonly Clause[]> {
  const clauses: Clause[] = [];
  for (const wish of wishes) {
    const clause = possibleClause(port, other, wish);
    if (!clause.ok) return clause;
    clauses.push(clause.value);
  }
  const { playerno: counterpart } = other;
  const whole = clauses.reduce(
    (treaty, clause) => withClause(treaty, { ...clause, counterpart }),
    openTreaty(counterpart),
  );
  if (whole.clauses.length === clauses.length) return ok(clauses);
  return invalidAction('Some of these clauses replace each other', 'data.clauses');
}

/** Opens a meeting, adds the clauses, and accepts. Ends the meeting when an AI declines or the treaty has other clauses. */
async function negotiate(
  port: ActionPort<(typeof requests)[number]>,
  other: Player,
  clauses: readonly Clause[],
): Promise<readonly Reply[]> {
  const { playerno: counterpart } = other;
  const replies = [await port.request('diplomacy_init_meeting_req', { counterpart })];
  for (const clause of clauses)
    replies.push(await port.request('diplomacy_create_clause_req', { counterpart, ...clause }));
  const treaty = port.world.treaties.get(counterpart);
  const isDeclined = isAi(other) && treaty?.otherAccepted !== true;
  // The other player may have added clauses meanwhile.
  const isWhole = wereTaken(clauses, replies) && treaty?.clauses.length === clauses.length;
  if (isWhole && !isDeclined)
    replies.push(await port.request('diplomacy_accept_treaty_req', { counterpart }));
  else if (treaty !== undefined)
    replies.push(await port.request('diplomacy_cancel_meeting_req', { counterpart }));
  return replies;
}

function isAi({ flags }: Player): boolean {
  return flags.has('PLRF_AI');
}

/** Whether the server has put all of these clauses into the treaty. */
function wereTaken(clauses: readonly Clause[], replies: readonly Reply[]): boolean {
  const packets = replies.flatMap((reply) => reply.packets);
  return clauses.every(({ giver, type, value }) =>
    packets.some(
      ({ name, fields }) =>
        name === 'diplomacy_create_clause' &&
        fields.giver === giver &&
        fields.type === type &&
        fields.value === value,
    ),
  );
}

/** What an AI said last, without its name; undefined where it said nothing. */
function answerIn(replies: readonly Reply[]): string | undefined {
  const texts = replies.flatMap(({ messages }) => messages.map(({ message }) => plainText(message)));
  return texts.flatMap((text) => /^\*[^*]+\* (.+)$/.exec(text)?.[1] ?? []).at(-1);
}
