const name = '"correlation_id"';
/** More than a correlation_id of 128 letters takes, whatever is escaped. */
const longest = 1024;

/**
 * The first correlation_id in the bytes of a message that is too large to be parsed, so that its refusal can carry it.
 * It is only a guess where such a name stands within another value; nobody is served by it.
 */
export function findCorrelationId(bytes: Uint8Array): string | undefined {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const at = buffer.indexOf(name);
  if (at < 0) return undefined;
  const text = buffer.toString('utf8', at + name.length, at + name.length + longest);
  const quoted = /^\s*:\s*("(?:[^"\\]|\\.)+")/.exec(text)?.[1];
  return quoted === undefined ? undefined : unquoted(quoted);
}

function unquoted(quoted: string): string | undefined {
  try {
    const id: unknown = JSON.parse(quoted);
    return typeof id === 'string' && id.length <= 128 ? id : undefined;
  } catch {
    return undefined;
  }
}
