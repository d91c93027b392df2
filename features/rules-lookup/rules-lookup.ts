import { type Failure, failure } from '#shared/core/failure.js';
import { fail, ok, type Result } from '#shared/core/result.js';
import { ruleKinds } from '#shared/protocol/agent-requests.js';
import type { RuleEntry } from '#shared/protocol/state/answers.js';
import type { LinkTable } from '../../proxy/api/requests/asked-request.js';
import { seatRow } from '../../proxy/api/requests/link-table.js';
import { displayName, type Named, resolveName } from '../../proxy/rules/lookup/names.js';
import type { World } from '../../proxy/world/world.js';
import { concepts } from './concept-entries.js';
import { governmentEntry } from './government-entry.js';
import { extraEntry, terrainEntry } from './land-entries.js';
import { buildingEntry, unitEntry } from './production-entries.js';
import { ruleEntry } from './rule-entry.js';
import { techEntry } from './tech-entry.js';

/** Answers requests for what the ruleset of a game says of something. */
export const ruleRows: Pick<LinkTable, 'rules_query'> = {
  rules_query: seatRow('rules_query', 'a_turn', ({ agent }, question) => {
    const { world } = agent.seat;
    if (question.names === true) return ok({ entries: [], names: ruleNames(world, question) });
    const entries = lookUpRules(world, question);
    return entries.ok ? ok({ entries: entries.value }) : entries;
  }),
};

/** How many names are listed. */
const MAX_NAMES = 200;

/** A name to look up in the ruleset. */
export interface RuleQuestion {
  readonly name: string;
  /** Where to look; everywhere when not given. */
  readonly kind?: RuleEntry['kind'] | undefined;
}

interface Candidate extends Named {
  readonly entry: () => RuleEntry;
}

/** What the rules of this game say of something by name: one entry for each kind that has it (E130 for none). */
export function lookUpRules(
  world: World,
  { name, kind }: RuleQuestion,
): Result<readonly RuleEntry[], Failure> {
  const kinds = kind === undefined ? ruleKinds : [kind];
  const found = kinds.flatMap((one) => {
    const match = resolveName(candidates(world, one), name);
    return match.ok ? [match.value.entry()] : [];
  });
  if (found.length > 0) return ok(found);
  const all = kinds.flatMap((one) => candidates(world, one));
  const close = resolveName(all, name);
  const didYouMean = close.ok ? [] : close.failure.didYouMean;
  const details = { did_you_mean: didYouMean };
  return fail(
    failure('E130', `The rules have no ${kind ?? 'thing'} ${name}`, { path: 'data.name', details }),
  );
}

/** Names of the rules that begin so, without regard to capitals, in the order of the alphabet; 200 at most. */
function ruleNames(world: World, { name, kind }: RuleQuestion): readonly string[] {
  const kinds = kind === undefined ? ruleKinds : [kind];
  const begun = name.toLowerCase();
  const all = kinds.flatMap((one) => candidates(world, one).map((candidate) => displayName(candidate.name)));
  const fitting = all.filter((one) => one.toLowerCase().startsWith(begun));
  return [...new Set(fitting)].sort((a, b) => a.localeCompare(b)).slice(0, MAX_NAMES);
}

function candidates(world: World, kind: RuleEntry['kind']): readonly Candidate[] {
  const { ruleset } = world;
  const of = <T extends Named>(
    things: ReadonlyMap<number, T>,
    entry: (world: World, thing: T) => RuleEntry,
  ) =>
    [...things.values()].map((thing) => ({
      name: thing.name,
      ruleName: thing.ruleName,
      entry: () => entry(world, thing),
    }));
  switch (kind) {
    case 'unit':
      return of(ruleset.unitTypes, unitEntry);
    case 'building':
      return of(ruleset.improvements, buildingEntry);
    case 'tech':
      return of(ruleset.techs, techEntry);
    case 'government':
      return of(ruleset.governments, governmentEntry);
    case 'terrain':
      return of(ruleset.terrains, terrainEntry);
    case 'extra':
      return of(ruleset.extras, extraEntry);
    case 'concept':
      return concepts.map(({ sentences, ...names }) => ({
        ...names,
        entry: () => ruleEntry('concept', { ...names, helptext: '' }, sentences(world)),
      }));
  }
}
