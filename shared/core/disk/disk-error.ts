/** Circumstances of the machine under which a file cannot be used, with what to do; a later attempt may work. */
const circumstances: Readonly<Record<string, string>> = {
  EMFILE: 'this process has no file descriptors left: raise its limit of open files (ulimit -n, LimitNOFILE)',
  ENFILE: 'this machine has no file descriptors left: raise fs.file-max, or end what holds them',
  ENOSPC: 'the disk is full: make room on it',
  EDQUOT: 'the disk quota is used up: make room, or raise it',
  EROFS: 'the file system is read-only: mount it for writing',
  EACCES: 'the permissions do not allow it: give the folder to the account this process runs as',
  EPERM: 'the permissions do not allow it: give the folder to the account this process runs as',
  EIO: 'the disk fails to read or write: look at the log of the kernel',
  ENOMEM: 'this machine is out of memory',
  EBUSY: 'the file is in use by the system',
  ESTALE: 'the network file system has lost the file: mount it again',
  ETIMEDOUT: 'the network file system does not answer',
};

/** The code of a file system error, such as `ENOENT`; undefined for any other error. */
export function errorCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}

/** True when the error says nothing of the file itself, so that a later attempt may work. */
export function isCircumstance(error: unknown): boolean {
  return (errorCode(error) ?? '') in circumstances;
}

/** What went wrong, and what to do about it where that is known, in one sentence without a path. */
export function diskReason(error: unknown): string {
  const code = errorCode(error) ?? '';
  const advice = circumstances[code];
  if (advice !== undefined) return `${advice} (${code})`;
  if (!(error instanceof Error)) return String(error);
  // Node ends the message with the call, and the paths that it was given.
  const call = 'syscall' in error && typeof error.syscall === 'string' ? `, ${error.syscall}` : undefined;
  const end = call === undefined ? -1 : error.message.indexOf(call);
  return end < 0 ? error.message : error.message.slice(0, end);
}
