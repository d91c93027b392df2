/** `npm run replay -- <folder> --verify`: replays an ended game and compares each turn's state hash. Exit code 1: differs. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readConfig } from '#shared/core/config.js';
import { createLogger, terminalLine, terminalText } from '#shared/core/log.js';
import type { Result } from '#shared/core/result.js';
import { opensCommitment } from '#shared/core/seed-commitment.js';
import type { GeneratedRuleset } from '#shared/protocol/generated-ruleset.js';
import { type GameFolder, gameFolderAt } from '../../proxy/games/disk/game-folder.js';
import { readRecord } from '../../proxy/games/disk/record-file.js';
import { unguarded } from '../../proxy/games/disk/write-guard.js';
import { isolationOf, ServerHost } from '../../proxy/games/server/isolation.js';
import { startServerProcess } from '../../proxy/games/server/server-process.js';
import { generatedRuleset } from '../rulesets/generated-ruleset.js';
import { type ArchiveManifest, readManifest } from './manifest.js';
import { type VerifiedSegment, verifyArchive } from './verify.js';

function giveUp(line: string): never {
  process.stderr.write(`${terminalText(line)}\n`);
  process.exit(1);
}

function must<T>(result: Result<T>): T {
  return result.ok ? result.value : giveUp(result.failure.message);
}

const [folder] = process.argv.slice(2);
if (folder === undefined) giveUp('Say which: the folder of an ended game');
const read = readConfig(process.env);
const config = read.ok ? read.value : giveUp(read.failure.join('\n'));
const host = new ServerHost(isolationOf(config));
const archive = gameFolderAt(folder);
const manifest = must(await readManifest(archive.manifest));
process.stdout.write(manifestSummary(manifest));
await verify(manifest, archive);

async function verify(manifest: ArchiveManifest, archive: GameFolder): Promise<void> {
  const wish = { savedBy: manifest.versions.freeciv_server || undefined };
  const server = must(await host.programs.find(config.FREECIV_SERVER, wish));
  const record = must(await readRecord(archive.record));
  if (record === undefined) giveUp(`There is no ${archive.record}`);
  const log = createLogger('replay', config.LOG_LEVEL === 'info' ? 'error' : config.LOG_LEVEL);
  const generated = must(await generatedRuleset(record, { folder: archive, server, guard: unguarded }));
  const scratch = await mkdtemp(join(tmpdir(), 'freeciv-replay-'));
  const began = performance.now();
  const verified = await verifyArchive({
    manifest,
    record,
    archive,
    scratch,
    log,
    launch: (runDir, saveFile) => {
      // A save names its own ruleset.
      const ruleset = saveFile === undefined ? record.config.ruleset : undefined;
      const own = {
        binary: server.path,
        host,
        runDir,
        saveFile,
        ruleset,
        generated,
        log,
        isForHumans: false,
      };
      return startServerProcess(own);
    },
    onSegment: (segment) => void process.stdout.write(verifiedLine(segment)),
  });
  await rm(scratch, { recursive: true, force: true });
  conclude(must(verified), performance.now() - began);
}

function conclude(segments: readonly VerifiedSegment[], ms: number): void {
  const same = segments.reduce((sum, segment) => sum + segment.same, 0);
  const [first] = segments.flatMap(({ different }) => different);
  const time = `${(ms / 1000).toFixed(1)} s`;
  if (first === undefined) {
    process.stdout.write(`Verified in ${time}: all ${same} turns are the same.\n`);
    return;
  }
  process.exitCode = 1;
  process.stdout.write(
    `Not the same: turn ${first} is the first that differs; ${same} are the same (${time}).\n`,
  );
}

/** The summary of an archived game, as lines for the terminal. */
function manifestSummary(manifest: ArchiveManifest): string {
  const { game_id, ended_at, end, ruleset, seeds, versions, turns, agents, ranking, lives } = manifest;
  const { generated_ruleset: generated } = manifest;
  const places = ranking.map(({ score, name, nation, agent_id }, i) => {
    const who = agent_id === null ? 'AI' : `agent ${agent_id}`;
    return `  ${i + 1}. ${name} (${nation}, ${who}): ${score}`;
  });
  const lines = [
    `${game_id}, ended ${ended_at} in turn ${turns.at(-1)?.turn ?? 0}: ${end?.reason ?? 'unknown why'}`,
    `ruleset ${ruleset}, seeds: game ${seeds.game}, map ${seeds.map}`,
    ...(generated === undefined ? [] : [generatedLine(generated)]),
    `freeciv-server ${versions.freeciv_server}, gateway ${versions.gateway}, Node ${versions.node}`,
    `${agents.length} agents; ${lives.length} server processes played it`,
    ...places,
  ];
  return `${lines.map(terminalLine).join('\n')}\n`;
}

function generatedLine({ base, sha256, commitment, opened }: GeneratedRuleset): string {
  const files = `made from ${base}, SHA-256 ${sha256}, seed ${opened?.seed}`;
  if (commitment === null || opened === null || opened.salt === null) return files;
  const isSame = opensCommitment({ seed: opened.seed, salt: opened.salt }, commitment);
  return `${files}, ${isSame ? 'which is the one' : 'which is NOT the one'} that was committed to`;
}

function verifiedLine({ from, until, same, different }: VerifiedSegment): string {
  const where = from === null ? 'the beginning' : `the save of turn ${from}`;
  const [first] = different;
  const verdict =
    first === undefined ? 'all the same' : `${same} the same, turn ${first} the first that differs`;
  return `from ${where} to turn ${until}: ${verdict}\n`;
}
