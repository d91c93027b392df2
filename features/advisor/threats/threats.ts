import type { Level } from '#shared/protocol/state/common.js';
import type { Threat } from '#shared/protocol/state/prospects.js';
import { expectedIncome } from '../../../proxy/rules/cities/income.js';
import { relations } from '../../../proxy/views/entities/relations.js';
import { nameText } from '../../../proxy/world/name-text.js';
import type { Situation } from '../situation.js';
import { turnsText } from '../text-parts.js';
import { nuclearThreats, pollutionThreats } from './late-threats.js';
import { spaceshipThreats } from './spaceship-threats.js';
import { stackThreats } from './stack-threats.js';

/** More cities in danger than anybody can help in one turn. */
const MAX_THREATS = 20;
/** Enemies far away or too weak fill a page without a need for an answer. */
const MAX_SLIGHT = 3;
const severityRank: Record<Level, number> = { high: 0, medium: 1, low: 2 };
/** A truce that ends this soon needs an answer. */
const TRUCE_WARNING_TURNS = 8;

/** What may harm this player, worst first. */
export function threats(situation: Situation): readonly Threat[] {
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
