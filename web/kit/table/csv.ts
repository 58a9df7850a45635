/** Spreadsheets run cells that begin so as formulas. */
const formula = /^[=+\-@\t\r]/;
const special = /[",\r\n]/;

function cell(value: string | number): string {
  if (typeof value === 'number') return String(value);
  const text = formula.test(value) ? `'${value}` : value;
  return special.test(text) || text !== value ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Rows as CSV (RFC 4180). Cells that a spreadsheet would run begin with an apostrophe. */
export const toCsv = (rows: readonly (readonly (string | number)[])[]): string =>
  rows.map((row) => `${row.map(cell).join(',')}\r\n`).join('');
