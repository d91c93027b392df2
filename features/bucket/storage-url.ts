import { fail, ok, type Result } from '#shared/core/result.js';

/** Where a STORAGE_URL points. What is undefined comes from the AWS_* variables and files that the SDK reads. */
export interface StorageTarget {
  readonly bucket: string;
  /** Empty, or ends with a slash. */
  readonly prefix: string;
  readonly endpoint: string | undefined;
  readonly region: string | undefined;
  /** The bucket is part of the path of a URL, not of its host. */
  readonly isPathStyle: boolean;
}

const PARAMETERS: ReadonlySet<string> = new Set(['endpoint', 'region', 'path_style']);

/** The names that S3 takes for buckets. */
const BUCKET = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/;

/** A part of a prefix: what needs no encoding in a key. */
const PREFIX_PART = /^[A-Za-z0-9_-][A-Za-z0-9._-]*$/;

/**
 * Reads a STORAGE_URL: `s3://bucket/prefix?endpoint=http://host:9000&region=us-east-1&path_style=true`, where all but the
 * bucket may be left out. With an endpoint the path style is the default. The failure is a sentence that never contains
 * the URL.
 */
export function readStorageUrl(url: string): Result<StorageTarget, string> {
  const [, bucket = '', path = '', query = ''] = /^s3:\/\/([^/?#]*)([^?#]*)(?:\?([^#]*))?$/.exec(url) ?? [];
  if (!url.startsWith('s3://')) return fail('expected s3://bucket/prefix');
  if (bucket.includes('@'))
    return fail('credentials do not belong here: set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY');
  if (!BUCKET.test(bucket) || bucket.includes('..')) return fail('the name of the bucket is malformed');
  const parts = path.split('/').filter((part) => part !== '');
  if (!parts.every((part) => PREFIX_PART.test(part)))
    return fail('the prefix may have letters, digits, . _ - and slashes');
  const parameters = new URLSearchParams(query);
  const unknown = [...parameters.keys()].find((name) => !PARAMETERS.has(name));
  if (unknown !== undefined)
    return fail(`${unknown} is not a parameter; there are ${[...PARAMETERS].join(', ')}`);
  const endpoint = parameters.get('endpoint') ?? undefined;
  if (endpoint !== undefined && !isEndpoint(endpoint))
    return fail('endpoint: expected http://host:port or https://host, without credentials');
  const style = parameters.get('path_style');
  if (style !== null && style !== 'true' && style !== 'false')
    return fail('path_style: expected true or false');
  return ok({
    bucket,
    prefix: parts.map((part) => `${part}/`).join(''),
    endpoint,
    region: parameters.get('region') ?? undefined,
    isPathStyle: style === null ? endpoint !== undefined : style === 'true',
  });
}

/** The target as it may be shown. */
export function shownStorage({ bucket, prefix, endpoint }: StorageTarget): string {
  const place = `s3://${bucket}/${prefix}`;
  return endpoint === undefined ? place : `${place} at ${endpoint}`;
}

function isEndpoint(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, username, password } = new URL(text);
  return (protocol === 'http:' || protocol === 'https:') && username === '' && password === '';
}
