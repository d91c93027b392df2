import { estimatedTokens, MAX_ESTIMATE_ERROR } from '#shared/core/estimated-tokens.js';
import type { PlanEnded } from '#shared/protocol/event.js';
import type { ScenarioState } from '#shared/protocol/scenario.js';
import type { Brief, BriefNation, PackedBrief, TurnsEnded } from '#shared/protocol/state/brief.js';
import type { CounselLine } from '#shared/protocol/state/counsel.js';
import type { Note } from '#shared/protocol/state/notes.js';
import { nationOf } from '../../../proxy/orders/descriptions.js';
import type { AttentionRequest } from '../../../proxy/orders/tracked-order.js';
import type { Plan } from '../../../proxy/plans/plan.js';
import { expectedIncome } from '../../../proxy/rules/cities/income.js';
import { wireNameOf } from '../../../proxy/rules/lookup/names.js';
import { researchOf } from '../../../proxy/rules/lookup/players.js';
import { gameHeader, gameWords } from '../../../proxy/views/entities/header.js';
import { ownStanding, seenPlace } from '../../../proxy/views/entities/nation-view.js';
import { researchView } from '../../../proxy/views/entities/research-view.js';
import { packState } from '../../../proxy/views/packing/pack-state.js';
import type { Message } from '../../../proxy/world/messages.js';
import type { World } from '../../../proxy/world/world.js';
import { adviceOf } from '../advice/advice.js';
import type { IsTried } from '../advice/tried-actions.js';
import { counselOf } from '../counsel/counsel.js';
import { foundersSites } from '../settling/settling.js';
import { type Situation, situationOf } from '../situation.js';
import { threatLines } from '../threats/threat-lines.js';
import { threats } from '../threats/threats.js';
import { unitLines } from '../unit-lines.js';
import { decisionsOf } from './decisions.js';
import { type Happened, happenedSince } from './happened.js';
import { GRAVE } from './happened-kinds.js';

/** Threats in a brief that is sent unasked. */
const MAX_THREATS = 4;
const MAX_COUNSEL = 5;
/** Tokens of a brief of a turn in which something happened or needs a decision. */
const MAX_BUSY_TOKENS = 500;
/** Tokens of any other brief. */
const MAX_QUIET_TOKENS = 200;
/** Advice in a brief that is sent unasked, in such a turn and in a quiet one. */
const MAX_BUSY_ADVICE = 6;
const MAX_QUIET_ADVICE = 3;
/** Lines about what happened in a quiet turn, which needs no decision. */
const MAX_QUIET_LINES = 3;
/** Grave lines that come before all else. */
const MAX_GRAVE_LINES = 6;
/** The most lines that say why passing turns has ended. */
const MAX_WOKE = 3;
/** Tokens of `more`. */
const MORE_TOKENS = 20;

/** The parts of a brief that are not in the world. */
export interface BriefContext {
  /** The number of the server's messages before those that are told. */
  readonly since: number;
  /** The same for messages that are told once even when they came while the agent acted (`TOLD_LATE`); `since` by default. */
  readonly saidSince?: number | undefined;
  /** Units that were woken or have nothing left to do. */
  readonly calls?: readonly AttentionRequest[] | undefined;
  /** Standing plans that ended since. */
  readonly plansEnded?: readonly Pick<PlanEnded, 'sentence' | 'city_id'>[] | undefined;
  /** The standing plans of the seat. */
  readonly plans?: readonly Plan[] | undefined;
  /** The agent's own notes whose turn has come. */
  readonly notes?: readonly Note[] | undefined;
  readonly ended?: TurnsEnded | undefined;
  /** Why passing turns has ended, in lines, where no other line says it. */
  readonly woke?: readonly string[] | undefined;
  /** The task of the game. */
  readonly scenario?: ScenarioState | undefined;
  /** The counsel to give; all there is by default. */
  readonly counsel?: readonly CounselLine[] | undefined;
  /** The lists that are read: the others stay empty, as most of them take long to make. All but `units` by default. */
  readonly lists?: readonly string[] | undefined;
  /** Whether this is the first brief of the agent, which says what game it is. */
  readonly isFirst?: boolean;
  /** What the agent has learned in earlier games. */
  readonly lessons?: string | undefined;
  /** Whether the agent has tried an action in vain. */
  readonly isTried?: IsTried | undefined;
}

/** A brief with all of its lines. */
export interface WholeBrief {
  readonly brief: Brief;
  /** How many lines at the head of what happened come before all else when the brief is cut. */
  readonly grave: number;
  /** Whether a threat is more than slight. */
  readonly isPressed: boolean;
  /** The keys of its decisions: each names what a decision is about. */
  readonly decisionKeys: readonly string[];
}

/** The brief with all of its lines. */
export function briefView(world: World, context: BriefContext): Brief {
  return wholeBrief(world, context).brief;
}

/** The same, with what cutting it needs. */
export function wholeBrief(
  world: World,
  {
    since,
    saidSince = since,
    calls = [],
    plans = [],
    plansEnded = [],
    notes = [],
    ended,
    woke = [],
    scenario,
    counsel,
    lists,
    isFirst = false,
    lessons,
    isTried,
  }: BriefContext,
): WholeBrief {
  const isOver = world.turn.phase === 'game_over';
  const isRead = (list: string) => lists === undefined || lists.includes(list);
  // When the game is over, there is nothing to decide.
  const isOpen = (list: string) => !isOver && isRead(list);
  const { version, turn, year_name, defeated } = gameHeader(world);
  const situation = situationOf(world);
  const isTold = (message: Message) => isToldByPlans(world, message, plans, plansEnded);
  const decided = () =>
    decisionsOf(situation, { plan: foundersSites(situation), calls, plans, notes, since });
  const decisions = isOpen('decisions') && !defeated ? decided() : [];
  const happened = isRead('happened') ? happenedSince(world, { since, saidSince, isTold }) : [];
  const standings = isRead('happened') ? finalStandings(world) : [];
  const dangers = isOpen('threats') ? threats(situation) : [];
  const told = isOpen('counsel') ? (counsel ?? counselOf(world, plans)) : [];
  const brief = {
    turn,
    year_name,
    version,
    defeated,
    ended,
    scenario,
    game: isFirst ? gameWords(world) : undefined,
    lessons,
    units: lists && (isRead('units') ? unitLines(world, situation.units) : []),
    happened: [
      ...standings,
      ...happenedLines(
        happened,
        plansEnded.map(({ sentence }) => sentence),
      ),
    ],
    decisions: [...woke.slice(0, MAX_WOKE), ...decisions.map(({ text }) => text)],
    threats: threatLines(world, dangers),
    counsel: told.slice(0, MAX_COUNSEL).map(({ text }) => text),
    advice: isOpen('advice') && !defeated ? adviceOf(situation, plans, isTried) : [],
    nation: briefNation(situation),
  };
  const grave = standings.length + Math.min(MAX_GRAVE_LINES, happened.filter(isGrave).length);
  const isPressed = dangers.some(({ severity }) => severity !== 'low');
  return { brief, grave, isPressed, decisionKeys: decisions.flatMap(({ keys }) => keys) };
}

/** `The game is over. Final scores: Roman (you) 174, Greek 107 (winner).` once the game is over; no line before. */
function finalStandings(world: World): readonly string[] {
  if (world.finalRanking.length === 0) return [];
  const places = world.finalRanking.map(({ playerId: id, score, winner }) => {
    const you = id === world.seat.player ? ' (you)' : '';
    return `${nationOf(world, id)}${you} ${score}${winner ? ' (winner)' : ''}`;
  });
  return [`The game is over. Final scores: ${places.join(', ')}.`];
}

/** The grave lines, then how plans ended, then the others. */
function happenedLines(happened: readonly Happened[], plansEnded: readonly string[]): readonly string[] {
  const texts = (all: readonly Happened[]) => all.map(({ text }) => text);
  const [grave, others] = [happened.filter(isGrave), happened.filter((one) => !isGrave(one))];
  const isHelpTold = others.some(({ text }) => HELP_TOLD.test(text));
  const worthTelling = plansEnded.filter(
    (sentence) => !RESTS.test(sentence) && !(isHelpTold && HELPED.test(sentence)),
  );
  return [...texts(grave), ...worthTelling, ...texts(others)];
}

/** A guard that has arrived where it was sent: no line tells of it. */
const RESTS = /^\S+(?: \S+){0,3} \d+ fortifies at /;
/** A caravan has helped build a wonder, in the words of its plan and in those of the server. The server also says what is left to build. */
const HELPED = / has helped build in /;
const HELP_TOLD = / helps build the /;

function isGrave({ kind }: Happened): boolean {
  return GRAVE.has(kind);
}

/** Whether a message tells again that a plan has founded a city, or that a worklist is empty which plans fill. */
function isToldByPlans(
  world: World,
  { event, text }: Message,
  plans: readonly Plan[],
  ended: NonNullable<BriefContext['plansEnded']>,
): boolean {
  if (event === 'E_WORKLIST') return text.includes('is now empty') && isPlanned(plans, 'city_plan');
  if (event !== 'E_CITY_BUILD') return false;
  const founded = ended.flatMap(({ city_id: id }) => world.cities.get(id ?? -1)?.name ?? []);
  return founded.some((name) => text.includes(name));
}

function isPlanned(plans: readonly Plan[], wanted: Plan['kind']): boolean {
  return plans.some(({ kind }) => kind === wanted);
}

/**
 * A brief of at most 200 tokens on a quiet turn and 500 on any other, not counting the task, what game it is and the lessons. Lines that do not fit are left
 * out and counted in `more`. The first `grave` lines of what happened come before all else. Slight threats alone
 * (not `isPressed`) leave a turn quiet.
 */
export function packedBrief(brief: Brief, grave = 0, isPressed = brief.threats.length > 0): PackedBrief {
  const { decisions, threats: dangers, happened, counsel, advice } = brief;
  const isQuiet = decisions.length === 0 && !isPressed && happened.length <= MAX_QUIET_LINES;
  const most = (isQuiet ? MAX_QUIET_TOKENS : MAX_BUSY_TOKENS) / MAX_ESTIMATE_ERROR - MORE_TOKENS;
  const { scenario: _scenario, game: _game, lessons: _lessons, ...counted } = brief;
  const shown = {
    threats: dangers.slice(0, MAX_THREATS),
    advice: advice.slice(0, isQuiet ? MAX_QUIET_ADVICE : MAX_BUSY_ADVICE),
  };
  const { omitted } = packState({ ...counted, ...shown }, most, estimatedTokens, { happened: grave });
  const left = {
    threats: (omitted.threats ?? 0) + dangers.length - shown.threats.length,
    advice: (omitted.advice ?? 0) + advice.length - shown.advice.length,
  };
  const some = Object.entries({ ...omitted, ...left }).filter(([, count]) => count > 0);
  const more: Record<string, number> = Object.fromEntries(some);
  const kept = <T>(lines: readonly T[], list: string) => lines.slice(0, lines.length - (more[list] ?? 0));
  return {
    ...brief,
    happened: kept(happened, 'happened'),
    decisions: kept(decisions, 'decisions'),
    threats: kept(dangers, 'threats'),
    counsel: kept(counsel, 'counsel'),
    advice: kept(advice, 'advice'),
    more: Object.keys(more).length > 0 ? more : undefined,
  };
}

/** A brief with only some of its lists, each with all of its lines. */
export function onlyLists(brief: Brief, names: readonly string[]): PackedBrief {
  const { happened, decisions, threats: dangers, counsel, advice, nation, units, ...header } = brief;
  return {
    ...header,
    ...(names.includes('happened') && { happened }),
    ...(names.includes('decisions') && { decisions }),
    ...(names.includes('threats') && { threats: dangers }),
    ...(names.includes('counsel') && { counsel }),
    ...(names.includes('advice') && { advice }),
    ...(names.includes('units') && { units }),
    ...(names.includes('nation') && { nation }),
  };
}

function briefNation({ world, me, player }: Situation): BriefNation | null {
  if (player === undefined) return null;
  const own = researchOf(world, me);
  const research = own && researchView(world, own);
  return {
    gold: player.gold,
    gold_per_turn: expectedIncome(world, me),
    rates: `${player.tax}/${player.luxury}/${player.science}`,
    government: wireNameOf(world.ruleset.governments.get(player.government)),
    research:
      research === undefined
        ? null
        : {
            name: research.researching,
            turns: research.turns,
            bulbs_per_turn: research.bulbs_per_turn,
          },
    score: player.score,
    rank: ownStanding(world).rank,
    place: seenPlace(world),
  };
}
