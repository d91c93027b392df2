import type { PacketFields } from '../../../../proxy/freeciv/generated/packets.js';
import { VersionedTable } from '../../../../proxy/world/versioned-table.js';
import type { World } from '../../../../proxy/world/world.js';
import { must, tableWith, worldWith } from '../../../support/changed-world.js';
import { worldAtTurn } from '../../../support/recorded-world.js';

/** The player that is met. */
export const THEM = 2;
const recorded = worldAtTurn(60);
const own = must(recorded.research.get(0));
/** The numbers of three technologies. */
export const alphabet = techOf('Alphabet');
export const pottery = techOf('Pottery');
export const writing = techOf('Writing');

function techOf(name: string): number {
  return must([...recorded.ruleset.techs.values()].find(({ ruleName }) => ruleName === name)).id;
}

/** The states of technologies, where those are known that are named, and what has no other requirement can be had. */
function knowing(...known: readonly number[]): string {
  const { techs } = recorded.ruleset;
  return [...own.inventions]
    .map((_, id) => {
      if (id === 0 || known.includes(id)) return '2';
      const roots = techs.get(id)?.researchReqs.map(({ value }) => value) ?? [-1];
      return roots.every((root) => root === id || root === 0 || known.includes(root)) ? '1' : '0';
    })
    .join('');
}

interface Them {
  readonly state?: PacketFields['player_diplstate']['type'];
  readonly gold?: number;
  /** What they know; undefined without an embassy. */
  readonly known?: readonly number[] | undefined;
  readonly isAi?: boolean;
}

/** A world in which the seat knows these technologies and has so much gold, and one player is met. */
export function market(
  ownGold: number,
  { state = 'DS_PEACE', gold = 0, known, isAi = true }: Them,
  ownTechs = [alphabet],
): World {
  const [me, them] = [must(recorded.players.get(0)), must(recorded.players.get(THEM))];
  const flags = new Set<'PLRF_AI'>(isAi ? ['PLRF_AI'] : []);
  const noEmbassy = me.realEmbassy.map(() => false);
  const ownEmbassies = noEmbassy.map((_, other) => other === THEM && known !== undefined);
  const players = tableWith(
    recorded.players,
    ({ playerno }) => playerno,
    { ...me, gold: ownGold, realEmbassy: ownEmbassies },
    { ...them, gold, flags, realEmbassy: noEmbassy },
  );
  const entries = [...recorded.diplomacy.values()].map((entry) => {
    const isOurs = [entry.plr1, entry.plr2].every((one) => one === 0 || one === THEM);
    return isOurs ? { ...entry, type: state, contactTurnsLeft: 9 } : { ...entry, contactTurnsLeft: 0 };
  });
  const diplomacy = tableWith(recorded.diplomacy, ({ diplstateId }) => diplstateId, ...entries);
  const theirs = { ...own, id: THEM, inventions: knowing(...(known ?? [])) };
  const mine = { ...own, inventions: knowing(...ownTechs) };
  const told = known === undefined ? [mine] : [mine, theirs];
  const research = tableWith(new VersionedTable<typeof own>(), ({ id }) => id, ...told);
  return worldWith(recorded, { players, diplomacy, research });
}
