import { parseAllDocuments } from 'yaml';
import { z } from 'zod';
import { configSchema } from '../../../../shared/core/config.js';
import { readText } from '../../architecture/source-files.js';

const documentSchema = z.record(z.string(), z.unknown());

/** The documents of a YAML file of the repository. Throws when it is not well formed, or has a key twice. */
export function yamlDocuments(path: string, text = readText(path)): readonly Record<string, unknown>[] {
  return parseAllDocuments(text, { merge: true, uniqueKeys: true }).map((document) => {
    const [problem] = [...document.errors, ...document.warnings];
    if (problem !== undefined) throw new Error(`${path}: ${problem.message}`);
    return documentSchema.parse(document.toJS());
  });
}

/** Variables of others: of Node, of the SDK of the bucket, of the images we take as they are, and those of start.sh. */
const OTHERS =
  /^(?:NODE_ENV|POD_IP|AWS_\w+|GF_\w+|GATEWAY_NAME|(?:PROXY_SECRET|ADMIN_TOKEN|REDIS_URL)_FILE)$/;

/** Names of variables that nobody reads. */
export function unreadVariables(names: readonly string[]): readonly string[] {
  return names.filter((name) => !OTHERS.test(name) && !Object.keys(configSchema.shape).includes(name));
}
