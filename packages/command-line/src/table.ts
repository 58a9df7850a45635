import truncatedWidth from 'fast-string-truncated-width';

/** A column of a table. */
export interface Column<T> {
  header: string;
  value: (row: T) => string | number | null | undefined;
  /** Longer text is truncated. Not for values that people copy. */
  max?: number;
  /** Adds color to a cell, which does not change its width. */
  paint?: ((cell: string, row: T) => string) | undefined;
}

/** Lines of a table, and the columns that did not fit. */
export interface TableLines {
  lines: string[];
  omitted: string[];
}

const gap = '  ';

const widthOf = (text: string): number => truncatedWidth(text).width;

/** Control characters could move the cursor or change the terminal's settings. */
export const printable = (text: string): string =>
  // oxlint-disable-next-line no-control-regex -- they are what is replaced
  text.replace(/[\u0000-\u001f\u007f-\u009f]/g, '\ufffd');

/** Cuts text to a width, in columns of a terminal: wide characters take two. */
export function cut(text: string, max = Infinity): string {
  const { index, ellipsed } = truncatedWidth(text, { limit: max, ellipsis: '…' });
  return ellipsed ? `${text.slice(0, index)}…` : text;
}

/** The number of columns that fit, at least one. */
function fitting(widths: readonly number[], available: number): number {
  let used = 0;
  const beyond = widths.findIndex((width, i) => {
    used += width + (i > 0 ? gap.length : 0);
    return i > 0 && used > available;
  });
  return beyond === -1 ? widths.length : beyond;
}

/**
 * Lays out rows under headers. Columns are in order of importance: those that do not fit into `available` are omitted, so that no
 * line wraps and no id is truncated.
 */
export function tableLines<T>(
  columns: readonly Column<T>[],
  rows: readonly T[],
  available = Infinity,
): TableLines {
  const texts = rows.map((row) =>
    columns.map(({ value, max }) => cut(printable(String(value(row) ?? '')), max) || '-'),
  );
  const widths = columns.map(({ header }, i) =>
    texts.reduce((most, row) => Math.max(most, widthOf(row[i]!)), widthOf(header)),
  );
  const shown = fitting(widths, available);
  const lineOf = (cells: readonly string[], paint: (cell: string, i: number) => string): string =>
    cells
      .slice(0, shown)
      .map((cell, i) => {
        const padding = i === shown - 1 ? 0 : widths[i]! - widthOf(cell);
        return paint(cell, i) + ' '.repeat(padding);
      })
      .join(gap);
  return {
    lines: [
      lineOf(
        columns.map(({ header }) => header),
        (cell) => cell,
      ),
      ...texts.map((cells, row) =>
        lineOf(cells, (cell, i) => columns[i]!.paint?.(cell, rows[row]!) ?? cell),
      ),
    ],
    omitted: columns.slice(shown).map(({ header }) => header),
  };
}
