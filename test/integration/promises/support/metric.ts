/** The value of a series of /api/metrics; 0 when there is none. */
export async function metric(port: number, series: string): Promise<number> {
  const text = await metricsText(port);
  const line = text.split('\n').find((each) => each.startsWith(`${series} `));
  return Number(line?.slice(series.length + 1) ?? 0);
}

export async function metricsText(port: number): Promise<string> {
  return (await fetch(`http://127.0.0.1:${port}/api/metrics`)).text();
}
