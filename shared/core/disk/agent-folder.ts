/**
 * The name of the folder of an agent. Ids are encoded, because they may hold characters that file systems do not allow; the names of
 * the folder itself and of the one above are among them.
 */
export function agentFolderName(agentId: string): string {
  return /^\.{1,2}$/.test(agentId) ? agentId.replaceAll('.', '%2E') : encodeURIComponent(agentId);
}
