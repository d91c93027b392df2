/** What a cell of a table holds; null leaves it empty. */
export type CsvCell = string | number | boolean | null;

/** Lines of comma-separated values (RFC 4180), each ended by CR LF. */
export function csvLines(lines: readonly (readonly CsvCell[])[]): string {
  return lines.map((cells) => `${cells.map(cellText).join(',')}\r\n`).join('');
}

/** A name may begin like a formula of a spreadsheet: a quote in front keeps it text. */
function cellText(value: CsvCell): string {
  if (value === null) return '';
  if (typeof value !== 'string') return String(value);
  const text = /^[=+\-@\t]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
