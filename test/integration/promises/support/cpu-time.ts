/** Milliseconds of processor this process has used: unlike a clock, it does not count what others on the machine do. */
export function cpuTime(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
