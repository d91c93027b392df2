/** `bad port` is what fetch says of a port that it never asks. */
const NOBODY = /ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|bad port/;

/** Whether an error of the network says that no process listens at an address, or that there is no such host. */
export function saysNobodyListens(words: string): boolean {
  return NOBODY.test(words);
}
