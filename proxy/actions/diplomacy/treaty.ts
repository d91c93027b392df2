import { z } from 'zod';
import { ok, type Result } from '#shared/core/result.js';
import type { Reply } from '../../freeciv/brackets.js';
import type { ClauseType, DiplstateType } from '../../freeciv/generated/packets.js';
import { type Player, relation } from '../../rules/lookup/players.js';
import { isPact, type MeetingObstacle, meetingObstacle } from '../../rules/players/diplomacy.js';
import { nameText } from '../../world/name-text.js';
import type { Clause, Treaty } from '../../world/treaty.js';
import type { World } from '../../world/world.js';
import { defineAction, invalidAction } from '../action.js';
import type { ActionPort } from '../action-port.js';
import type { StateBefore } from '../changes.js';
import { clauseFields, possibleClause, shownClause } from './clause.js';
import { playerTarget, relationName, resolveOtherPlayer } from './other-player.js';
import {
  acceptOffers,
  addOffers,
  cancelMeetingOffers,
  hasClause,
  openOffers,
  removeOffers,
} from './treaty-offers.js';

/** Why no meeting can be opened, in a sentence. */
export const whyNoMeeting: Readonly<Record<MeetingObstacle, string>> = {
  nobody: 'You cannot meet yourself',
  dead: 'That player is no more',
  forbidden_by_game: 'In this game these players make no treaties',
  forbidden_by_effect: 'Your envoys are not received',
  no_contact: 'You have neither contact nor an embassy: meet one of their units or cities first',
};

/** Action `treaty_open` (handle_diplomacy_init_meeting_req). */
export const treatyOpen = defineAction({
  name: 'treaty_open',
  doc: 'Open a meeting with another player to negotiate a treaty.',
  actor: 'nation',
  reach: 'nation',
  schema: z.looseObject({ target: playerTarget }),
  sends: ['diplomacy_init_meeting_req'],
  isRarelyWanted: true,
  offers: ({ world, ofNation }) => ofNation(() => openOffers(world)),
  plan(port, fields) {
    const other = resolveOtherPlayer(port, fields.target);
    if (!other.ok) return other;
    const { playerno: counterpart, name } = other.value;
    if (port.world.treaties.has(counterpart)) {
      return invalidAction(
        `You are meeting ${nameText(name)} already`,
        'data.target',
        shownTreaty(port.world, counterpart),
      );
    }
    const obstacle = meetingObstacle(port.world, other.value);
    if (obstacle !== undefined && !port.skipsRules)
      return invalidAction(whyNoMeeting[obstacle], 'data.target');
    return ok({
      send: () => port.request('diplomacy_init_meeting_req', { counterpart }),
      effect: (_before, world) =>
        world.treaties.has(counterpart) ? shownTreaty(world, counterpart) : undefined,
    });
  },
});

/** Action `treaty_add_clause` (handle_diplomacy_create_clause_req). */
export const treatyAddClause = defineAction({
  name: 'treaty_add_clause',
  doc: 'Put a clause into the treaty under negotiation; it takes back both acceptances.',
  actor: 'nation',
  reach: 'nation',
  schema: z.looseObject({ target: playerTarget, ...clauseFields }),
  sends: ['diplomacy_create_clause_req'],
  isRarelyWanted: true,
  offers: ({ world, ofNation }) => ofNation(() => addOffers(world)),
  plan(port, fields) {
    const meeting = openMeeting(port, fields.target);
    if (!meeting.ok) return meeting;
    const { other, treaty } = meeting.value;
    const clause = possibleClause(port, other, fields);
    if (!clause.ok) return clause;
    if (hasClause(treaty, clause.value))
      return invalidAction('That clause is in the treaty already', 'data.clause');
    const counterpart = other.playerno;
    return ok({
      send: () => port.request('diplomacy_create_clause_req', { counterpart, ...clause.value }),
      effect: (_before, world) =>
        hasClause(world.treaties.get(counterpart), clause.value)
          ? shownTreaty(world, counterpart)
          : undefined,
    });
  },
});

/** Action `treaty_remove_clause` (handle_diplomacy_remove_clause_req). */
export const treatyRemoveClause = defineAction({
  name: 'treaty_remove_clause',
  doc: 'Take a clause out of the treaty under negotiation; it takes back both acceptances.',
  actor: 'nation',
  reach: 'nation',
  schema: z.looseObject({ target: playerTarget, ...clauseFields }),
  sends: ['diplomacy_remove_clause_req'],
  isRarelyWanted: true,
  offers: ({ world, ofNation }) => ofNation(() => removeOffers(world)),
  plan(port, fields) {
    const { world } = port;
    const meeting = openMeeting(port, fields.target);
    if (!meeting.ok) return meeting;
    const { other, treaty } = meeting.value;
    const counterpart = other.playerno;
    const giver = fields.giver === 'me' ? (world.seat.player ?? -1) : counterpart;
    const clause = treaty.clauses.find((candidate) => {
      const is = shownClause(world, candidate);
      const ofGiver = candidate.giver === giver || isPact(candidate.type);
      return (
        is.clause === fields.clause && ofGiver && (fields.value === undefined || same(is.value, fields.value))
      );
    });
    if (clause === undefined) {
      return invalidAction(
        'There is no such clause in the treaty',
        'data.clause',
        shownTreaty(world, counterpart),
      );
    }
    return ok({
      send: () => port.request('diplomacy_remove_clause_req', { counterpart, ...clause }),
      effect: (_before, after) => {
        const now = after.treaties.get(counterpart);
        return now === undefined || hasClause(now, clause) ? undefined : shownTreaty(after, counterpart);
      },
    });
  },
});

/** Action `treaty_accept` (handle_diplomacy_accept_treaty_req). The packet toggles, so the state is checked first. */
export const treatyAccept = defineAction({
  name: 'treaty_accept',
  doc: 'Accept the treaty as it is (or accepted: false to take that back); it holds once both have.',
  actor: 'nation',
  reach: 'nation',
  schema: z.looseObject({ target: playerTarget, accepted: z.boolean().default(true) }),
  sends: ['diplomacy_accept_treaty_req'],
  isRarelyWanted: true,
  offers: ({ world, ofNation }) => ofNation(() => acceptOffers(world)),
  plan(port, fields) {
    const meeting = openMeeting(port, fields.target);
    if (!meeting.ok) return meeting;
    const { other, treaty } = meeting.value;
    const counterpart = other.playerno;
    if (treaty.iAccepted === fields.accepted) {
      const sentence = fields.accepted ? 'You have accepted it already' : 'You have not accepted it';
      return invalidAction(sentence, 'data.accepted', shownTreaty(port.world, counterpart));
    }
    const { clauses } = treaty;
    return ok({
      send: () => port.request('diplomacy_accept_treaty_req', { counterpart }),
      effect: (before, world, replies) => {
        const now = world.treaties.get(counterpart);
        if (now !== undefined) {
          return now.iAccepted === fields.accepted ? shownTreaty(world, counterpart) : undefined;
        }
        if (!isConcluded(before, world, counterpart, clauses, replies)) return undefined;
        return {
          concluded: true,
          clauses: clauses.map((clause) => shownClause(world, clause)),
          relation: relationName(world, counterpart),
        };
      },
    });
  },
});

/** Action `treaty_cancel_meeting` (handle_diplomacy_cancel_meeting_req). */
export const treatyCancelMeeting = defineAction({
  name: 'treaty_cancel_meeting',
  doc: 'End the negotiation with another player without a treaty.',
  actor: 'nation',
  reach: 'nation',
  schema: z.looseObject({ target: playerTarget }),
  sends: ['diplomacy_cancel_meeting_req'],
  isRarelyWanted: true,
  offers: ({ world, ofNation }) => ofNation(() => cancelMeetingOffers(world)),
  plan(port, fields) {
    const meeting = openMeeting(port, fields.target);
    if (!meeting.ok) return meeting;
    const counterpart = meeting.value.other.playerno;
    return ok({
      send: () => port.request('diplomacy_cancel_meeting_req', { counterpart }),
      effect: (_before, world) =>
        world.treaties.has(counterpart) ? undefined : { meeting: 'ended', with: meeting.value.other.name },
    });
  },
});

/** The negotiation under way with a player; E130 with those that are. */
function openMeeting(
  port: ActionPort<never>,
  target: z.output<typeof playerTarget>,
): Result<{ other: Player; treaty: Treaty }> {
  const other = resolveOtherPlayer(port, target);
  if (!other.ok) return other;
  const treaty = port.world.treaties.get(other.value.playerno);
  if (treaty !== undefined) return ok({ other: other.value, treaty });
  return invalidAction(
    `You are not meeting ${nameText(other.value.name)}: treaty_open comes first`,
    'data.target',
    {
      meetings: [...port.world.treaties.values()].map(({ counterpart }) => counterpart),
    },
  );
}

/** A treaty on the table as agents see it. */
export function shownTreaty(world: World, counterpart: number): Record<string, unknown> {
  const treaty = world.treaties.get(counterpart);
  return {
    with: counterpart,
    clauses: (treaty?.clauses ?? []).map((clause) => shownClause(world, clause)),
    i_accepted: treaty?.iAccepted ?? false,
    other_accepted: treaty?.otherAccepted ?? false,
  };
}

function same(one: string | number | undefined, other: string | number): boolean {
  return String(one).toLowerCase() === String(other).toLowerCase();
}

const agreed: Readonly<Partial<Record<ClauseType, DiplstateType>>> = {
  CLAUSE_CEASEFIRE: 'DS_CEASEFIRE',
  CLAUSE_PEACE: 'DS_ARMISTICE',
  CLAUSE_ALLIANCE: 'DS_ALLIANCE',
};

/** Whether a treaty that is off the table holds. A meeting also ends when a side leaves or cannot keep its promise. */
export function isConcluded(
  before: StateBefore,
  world: World,
  other: number,
  clauses: readonly Clause[],
  replies: readonly Reply[],
): boolean {
  const packets = replies.flatMap((reply) => reply.packets);
  const accepted = packets.some(
    (packet) =>
      packet.name === 'diplomacy_accept_treaty' && packet.fields.iAccepted && packet.fields.otherAccepted,
  );
  return accepted && clauses.every((clause) => isKept(before, world, other, clause, clauses));
}

/** As far as it shows. */
function isKept(
  before: StateBefore,
  world: World,
  other: number,
  { giver, type, value }: Clause,
  clauses: readonly Clause[],
): boolean {
  const own = world.seat.player ?? -1;
  const state = agreed[type];
  if (state !== undefined) return relation(world, own, other) === state;
  if (type === 'CLAUSE_CITY') return world.cities.get(value)?.owner !== giver;
  const paysBoth = clauses.filter((clause) => clause.type === 'CLAUSE_GOLD').length > 1;
  if (type !== 'CLAUSE_GOLD' || paysBoth) return true;
  const change = (world.players.get(own)?.gold ?? 0) - Number(before.player?.gold ?? 0);
  return giver === own ? change < 0 : change > 0;
}
