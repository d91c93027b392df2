import type { Level } from '#shared/protocol/state/common.js';
import type { Opportunity } from '#shared/protocol/state/prospects.js';
import { listUpTo } from '../../../proxy/rules/lookup/names.js';
import type { Player } from '../../../proxy/rules/lookup/players.js';
import { researchOf } from '../../../proxy/rules/lookup/players.js';
import { knowledgeOf } from '../../../proxy/views/entities/player-view.js';
import { haveContact, relationBetween } from '../../../proxy/views/entities/relations.js';
import { knownTechs } from '../../../proxy/views/entities/research-view.js';
import { nameText } from '../../../proxy/world/name-text.js';
import type { Situation } from '../situation.js';

const MAX_NAMED_TECHS = 5;
const MAX_TRADES = 2;

/** What could be agreed with those we can talk to. */
export function diplomaticOpportunities(situation: Situation): readonly Opportunity[] {
  const { world, me } = situation;
  const partners = [...world.players.values()].filter(
    (other) => other.playerno !== me && other.isAlive && haveContact(world, me, other.playerno),
  );
  const trades = partners.flatMap((other) => techTrade(situation, other));
  return [...agreements(situation, partners), ...trades.slice(0, MAX_TRADES)];
}

/** One for each kind of agreement, with those it could be made with. */
function agreements({ world, me }: Situation, partners: readonly Player[]): readonly Opportunity[] {
  const standing = (status: string) =>
    partners.filter((other) => relationBetween(world, me, other.playerno) === status);
  return [
    ...agreement('Propose a ceasefire to', standing('war'), 'medium'),
    ...agreement('Turn the ceasefire into peace with', standing('ceasefire'), 'medium'),
    ...agreement(
      'Exchange embassies with',
      partners.filter((other) => knowledgeOf(world, other) === 'contact'),
      'low',
    ),
  ];
}

function agreement(what: string, players: readonly Player[], priority: Level): readonly Opportunity[] {
  if (players.length === 0) return [];
  const names = players.map(({ name, playerno }) => `${nameText(name)} (player ${playerno})`).join(', ');
  return [{ type: 'diplomacy', description: `${what} ${names}`, priority }];
}

function techTrade({ world, me }: Situation, other: Player): readonly Opportunity[] {
  const mine = researchOf(world, me);
  const theirs = researchOf(world, other.playerno);
  if (mine === undefined || theirs === undefined || world.game?.tradingTech !== true) return [];
  if (mine.id === theirs.id || relationBetween(world, me, other.playerno) === 'war') return [];
  const ours = new Set(knownTechs(world, mine));
  const known = new Set(knownTechs(world, theirs));
  const wanted = [...known].filter((tech) => !ours.has(tech));
  const offered = [...ours].filter((tech) => !known.has(tech));
  if (wanted.length === 0) return [];
  const give = offered.length === 0 ? 'has all of ours' : `lacks ${listUpTo(MAX_NAMED_TECHS, offered)}`;
  return [
    {
      type: 'tech_trade',
      description: `${nameText(other.name)} knows ${listUpTo(MAX_NAMED_TECHS, wanted)} and ${give}`,
      priority: offered.length === 0 ? 'low' : 'medium',
      player_id: other.playerno,
    },
  ];
}
