import type { Level } from '#shared/protocol/state/common.js';
import type { Threat } from '#shared/protocol/state/prospects.js';
import { expectedIncome } from '../../../proxy/rules/cities/income.js';
import { citiesOf, isCapital } from '../../../proxy/rules/cities/realm.js';
import { areOnOneTeam } from '../../../proxy/rules/lookup/players.js';
import { VersionCache } from '../../../proxy/rules/lookup/version-cache.js';
import type { Spaceship } from '../../../proxy/rules/players/spaceship.js';
import { relations } from '../../../proxy/views/entities/relations.js';
import { nameText } from '../../../proxy/world/name-text.js';
import { turnOf, type World } from '../../../proxy/world/world.js';
import { flightTurnsOf } from '../rules/space-race.js';
import { type Situation, situationOf } from '../situation.js';
import { positionText, turnsText } from '../text-parts.js';
import { nuclearThreats, pollutionThreats } from './late-threats.js';
import { stackThreats } from './stack-threats.js';

/** More cities in danger than anybody can help in one turn. */
const MAX_THREATS = 20;
/** Enemies far away or too weak fill a page without a need for an answer. */
const MAX_SLIGHT = 3;
const severityRank: Record<Level, number> = { high: 0, medium: 1, low: 2 };
/** A truce that ends this soon needs an answer. */
const TRUCE_WARNING_TURNS = 8;

const kept = new VersionCache<readonly Threat[]>(
  (world) => world,
  (world) => findThreats(situationOf(world)),
);

/** What may harm this player, worst first. Computed once for each version of a world. */
export function threats({ world }: Situation): readonly Threat[] {
  return kept.of(world);
}

function findThreats(situation: Situation): readonly Threat[] {
  const { worst, others } = stackThreats(situation);
  const first = [
    ...worst,
    ...truceThreats(situation),
    ...treasuryThreats(situation),
    ...spaceshipThreats(situation),
    ...nuclearThreats(situation),
    ...pollutionThreats(situation),
  ];
  const isGrave = ({ severity }: Threat) => severity !== 'low';
  const grave = first.filter(isGrave).sort((a, b) => severityRank[a.severity] - severityRank[b.severity]);
  const slight = [...first, ...others].filter((one) => !isGrave(one)).slice(0, MAX_SLIGHT);
  return [...grave, ...others.filter(isGrave), ...slight].slice(0, MAX_THREATS);
}

/** The ids of the cities that threats are grave for. */
export function endangeredCities(threats: readonly Threat[]): ReadonlySet<number> {
  return new Set(
    threats.flatMap(({ city_id: id, severity }) => (id === undefined || severity === 'low' ? [] : [id])),
  );
}

function truceThreats({ world, me }: Situation): readonly Threat[] {
  return relations(world, me)
    .filter(({ status, turns_left }) => status === 'ceasefire' && (turns_left ?? 99) <= TRUCE_WARNING_TURNS)
    .map(({ player_id, turns_left }) => ({
      type: 'diplomatic',
      description: `The ceasefire with ${nameText(world.players.get(player_id)?.name ?? 'them')} ends in war in ${turnsText(turns_left ?? 0)} unless peace is agreed`,
      severity: (turns_left ?? 99) <= 3 ? 'high' : 'medium',
      player_id,
    }));
}

function treasuryThreats(situation: Situation): readonly Threat[] {
  const gold = situation.player?.gold ?? 0;
  const change = expectedIncome(situation.world, situation.me);
  if (change >= 0 || gold + change * 5 >= 0) return [];
  const turns = Math.floor(gold / -change) + 1;
  return [
    {
      type: 'economic',
      description: `The treasury (${gold} gold, ${change} a turn) is empty in ${turnsText(turns)}; then buildings are sold or units disbanded`,
      severity: turns <= 2 ? 'high' : 'medium',
    },
  ];
}

/** Spaceships of other teams. The owner of a launched one wins when it arrives, unless the owner's capital is captured before. */
function spaceshipThreats({ world, me }: Situation): readonly Threat[] {
  return [...world.spaceships.values()].flatMap((ship) => {
    const { playerNum: rival, sshipState: state } = ship;
    const isUnderWay = state === 'SSHIP_STARTED' || state === 'SSHIP_LAUNCHED';
    if (!isUnderWay || rival === me || areOnOneTeam(world, me, rival)) return [];
    const name = nameText(world.players.get(rival)?.name ?? 'A rival');
    return [
      {
        type: 'spaceship',
        description: `${name} ${courseOf(world, ship)}; taking ${capitalOf(world, rival)} stops it`,
        severity: state === 'SSHIP_LAUNCHED' ? ('high' as const) : ('medium' as const),
        player_id: rival,
      },
    ];
  });
}

function courseOf(world: World, ship: Spaceship): string {
  const turns = flightTurnsOf(world, ship);
  if (turns === undefined) {
    const { structurals, components, modules } = ship;
    return `builds a spaceship (${structurals} structurals, ${components} components, ${modules} modules)`;
  }
  const own = world.spaceships.get(world.seat.player ?? -1);
  const ownTurns = own && flightTurnsOf(world, own);
  const isLater = ownTurns !== undefined && ownTurns < turns;
  const end = isLater ? 'ours arrives earlier' : 'then the game is lost';
  return `has a spaceship under way that arrives at the end of turn ${turnOf(world) + turns}, in ${turnsText(turns)}: ${end}`;
}

/** The name and the place of a player's capital, where the seat knows it. */
function capitalOf(world: World, player: number): string {
  const capital = citiesOf(world, player).find((city) => isCapital(world, city));
  if (capital === undefined) return 'its capital';
  return `its capital ${nameText(capital.name)} at ${positionText(world, capital.tile)}`;
}
