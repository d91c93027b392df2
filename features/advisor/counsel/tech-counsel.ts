import type { CounselLine } from '#shared/protocol/state/counsel.js';
import type { Plan } from '../../../proxy/plans/plan.js';
import type { Improvement } from '../../../proxy/rules/lookup/cities.js';
import { displayName, wireNameOf } from '../../../proxy/rules/lookup/names.js';
import type { UnitType } from '../../../proxy/rules/lookup/nativity.js';
import {
  ownResearch,
  stepsTo,
  type Tech,
  techState,
  turnsForBulbs,
} from '../../../proxy/rules/lookup/research.js';
import { supposeTechs } from '../../../proxy/rules/lookup/supposed-world.js';
import { TurnsCache } from '../../../proxy/rules/lookup/turns-cache.js';
import {
  lastingInputs,
  type RealmBasis,
  type RealmTotals,
} from '../../../proxy/rules/players/realm-forecast.js';
import { switchCost } from '../../../proxy/rules/players/research-switch.js';
import { canPlayerBuildImprovement } from '../../../proxy/rules/production/buildable.js';
import { nationEffects } from '../../../proxy/rules/requirements/nation-effects.js';
import type { World } from '../../../proxy/world/world.js';
import { openedByTech } from '../rules/opened-by-tech.js';
import { turnsText } from '../text-parts.js';
import { type BuildingGain, buildingGain, cityGains, gainWords, type KnownGains } from './building-gain.js';
import { weightOf } from './line-parts.js';

type TechLine = Extract<CounselLine, { kind: 'tech' }>;

/** Technologies that take more turns of research, or more technologies before them, are not spoken of. */
const MAX_RESEARCH_TURNS = 20;
const MAX_STEPS = 4;
const MAX_LINES = 2;
/** Names of what else a technology opens. */
const MAX_NAMED = 4;
/** Turns for which the gains in cities are kept: they are to come after the research. */
const KEPT_TURNS = 3;

/** A technology within reach and what it takes. */
interface Goal {
  readonly tech: Tech;
  /** Technologies to be learned, itself the last. */
  readonly steps: readonly number[];
  readonly bulbs: number;
  readonly turns: number;
}

const kept = new TurnsCache<KnownGains>(KEPT_TURNS);

/**
 * The technologies whose buildings and wonders would bring this realm most, in the turns that are left after the research and
 * less the shields they cost: at most two, and none that brings less than what is being researched. Governments have lines of
 * their own.
 */
export function techCounsel(
  basis: RealmBasis,
  now: RealmTotals,
  plans: readonly Plan[],
): readonly TechLine[] {
  const lines = goalsOf(basis.world).map((goal) => ({ goal, line: techLine(basis, now, goal) }));
  const pursued = pursuedTechs(basis.world, plans);
  const isPursued = ({ goal }: (typeof lines)[number]) => pursued.has(goal.tech.id);
  const least = Math.max(0, ...lines.filter(isPursued).map(({ line }) => line.weight));
  const better = lines
    .filter((one) => !isPursued(one) && one.line.figures.gains.length > 0 && one.line.weight >= least)
    .map(({ line }) => line)
    .sort((a, b) => b.weight - a.weight || a.figures.turns - b.figures.turns);
  const paying = better.filter(({ weight }) => weight > 0).slice(0, MAX_LINES);
  // What does not pay yet is told where the player has no other goal.
  return paying.length > 0 || hasGoal(basis.world, plans) ? paying : better.slice(0, 1);
}

function pursuedTechs(world: World, plans: readonly Plan[]): ReadonlySet<number> {
  const research = ownResearch(world);
  const queued = plans.flatMap((plan) => (plan.kind === 'research_queue' ? plan.techs : []));
  return new Set([...queued, research?.researching ?? -1, research?.techGoal ?? -1]);
}

function hasGoal(world: World, plans: readonly Plan[]): boolean {
  const goal = ownResearch(world)?.techGoal ?? -1;
  return world.ruleset.techs.has(goal) || plans.some(({ kind }) => kind === 'research_queue');
}

function goalsOf(world: World): readonly Goal[] {
  const research = ownResearch(world);
  if (research === undefined) return [];
  return [...world.ruleset.techs.values()].flatMap((tech) => {
    if (techState(research, tech.id) === 'known') return [];
    const steps = stepsTo(world, research, tech.id);
    if (steps === undefined || steps.length > MAX_STEPS) return [];
    const bulbs = switchCost(world, tech.id)?.bulbs;
    const turns = bulbs === undefined ? undefined : turnsForBulbs(world, research, bulbs);
    return bulbs === undefined || turns === undefined || turns > MAX_RESEARCH_TURNS
      ? []
      : [{ tech, steps, bulbs, turns }];
  });
}

function techLine(basis: RealmBasis, now: RealmTotals, { tech, steps, bulbs, turns }: Goal): TechLine {
  const { world, player, cities } = basis;
  const nation = nationEffects(world, player);
  const inputs = nation === undefined ? lastingInputs(basis) : [nation];
  const known = kept.of(world, [player, ...inputs], (): KnownGains => new Map());
  const then = supposeTechs(world, player, steps);
  const { improvements, unitTypes, extras, governments } = openedByTech(world, tech);
  const gains = improvements.flatMap((improvement) => {
    const isOpen =
      canPlayerBuildImprovement(then, player, improvement) === true && !isOwned(world, player, improvement);
    if (!isOpen) return [];
    const gain = buildingGain(then, cityGains(then, cities, improvement, known), improvement, turns);
    return gain === undefined ? [] : [{ improvement, gain }];
  });
  gains.sort((a, b) => b.gain.points - a.gain.points);
  const others = [
    ...governments.map(({ name }) => displayName(name)),
    ...unitTypes.map((type) => unitWords(world, type)),
    ...improvements
      .filter((one) => !gains.some(({ improvement }) => improvement === one))
      .map(({ name }) => displayName(name)),
    ...extras.map(({ name }) => displayName(name)),
  ];
  return {
    kind: 'tech',
    text: techWords(tech, { steps, bulbs, turns }, gains, others),
    weight: weightOf(
      gains.reduce((sum, { gain }) => sum + gain.points, 0),
      now,
    ),
    figures: {
      tech: wireNameOf(tech) ?? tech.name,
      steps: steps.length,
      bulbs,
      turns,
      gains: gains.map(({ gain }) => gain.figures),
      opens: [...governments, ...unitTypes, ...improvements, ...extras].map(
        (one) => wireNameOf(one) ?? one.name,
      ),
    },
  };
}

/** A small wonder that is built again moves: what it brings now is lost. */
function isOwned(world: World, player: number, { id }: Improvement): boolean {
  return (world.players.get(player)?.wonders[id] ?? 0) > 0;
}

/** `Currency (84 bulbs, 7 turns) opens Marketplace: gold +4, luxury +2 in 3 cities, 60 shields each; also Caravans 0/1/1`. */
function techWords(
  tech: Tech,
  { steps, bulbs, turns }: Omit<Goal, 'tech'>,
  gains: readonly { readonly improvement: Parameters<typeof gainWords>[0]; readonly gain: BuildingGain }[],
  others: readonly string[],
): string {
  const way = steps.length === 1 ? '' : `${steps.length} technologies, `;
  const words = gains.map(({ improvement, gain }) => gainWords(improvement, gain));
  const also = others.length === 0 ? '' : `; also ${others.slice(0, MAX_NAMED).join(', ')}`;
  return `${displayName(tech.name)} (${way}${bulbs} bulbs, ${turnsText(turns)}) opens ${words.join('; ')}${also}`;
}

/** `Horsemen 2/1/2`: attack, defence, moves. */
function unitWords(
  { ruleset }: World,
  { name, attackStrength, defenseStrength, moveRate }: UnitType,
): string {
  const moves = Math.round(moveRate / (ruleset.terrainControl?.moveFragments ?? 1));
  return `${displayName(name)} ${attackStrength}/${defenseStrength}/${moves}`;
}
