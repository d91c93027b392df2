/** `-4000` as `4000 BC`. */
export function yearText(year: number): string {
  return year < 0 ? `${-year} BC` : `${year} AD`;
}
