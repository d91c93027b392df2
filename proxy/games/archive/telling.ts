import { terminalLine } from '#shared/core/terminal-text.js';
import type { Manifest } from './manifest.js';
import type { VerifiedSegment } from './verify.js';

/** What an archived game was, in lines for people. */
export function manifestSummary(manifest: Manifest): string {
  const { game_id, ended_at, end, ruleset, seeds, versions, turns, agents, ranking, lives } = manifest;
  const places = ranking.map(({ score, name, nation, agent_id }, i) => {
    const who = agent_id === null ? 'AI' : `agent ${agent_id}`;
    return `  ${i + 1}. ${name} (${nation}, ${who}): ${score}`;
  });
  const lines = [
    `${game_id}, ended ${ended_at} in turn ${turns.at(-1)?.turn ?? 0}: ${end?.reason ?? 'unknown why'}`,
    `ruleset ${ruleset}, seeds: game ${seeds.game}, map ${seeds.map}`,
    `freeciv-server ${versions.freeciv_server}, gateway ${versions.gateway}, Node ${versions.node}`,
    `${agents.length} agents; ${lives.length} server processes played it`,
    ...places,
  ];
  return `${lines.map(terminalLine).join('\n')}\n`;
}

export function verifiedLine({ from, until, same, different }: VerifiedSegment): string {
  const where = from === null ? 'the beginning' : `the save of turn ${from}`;
  const [first] = different;
  const verdict =
    first === undefined ? 'all the same' : `${same} the same, turn ${first} the first that differs`;
  return `from ${where} to turn ${until}: ${verdict}\n`;
}
