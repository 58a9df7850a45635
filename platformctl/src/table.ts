/** A column of a table. */
export interface Column<T> {
  header: string;
  value: (row: T) => string | number | null | undefined;
  /** Longer text is truncated. Not for values that people copy. */
  max?: number;
}

/** Lines of a table, and the columns that did not fit. */
export interface TableLines {
  lines: string[];
  omitted: string[];
}

const gap = '  ';

const cut = (text: string, max = Infinity): string =>
  text.length <= max ? text : `${text.slice(0, max - 1)}…`;

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
  const cells = [
    columns.map(({ header }) => header),
    ...rows.map((row) =>
      columns.map(({ value, max }) => cut(String(value(row) ?? ''), max) || '-'),
    ),
  ];
  const widths = columns.map((_, i) => Math.max(...cells.map((row) => row[i]!.length)));
  const shown = fitting(widths, available);
  return {
    lines: cells.map((row) =>
      row
        .slice(0, shown)
        .map((cell, i) => cell.padEnd(widths[i]!))
        .join(gap)
        .trimEnd(),
    ),
    omitted: columns.slice(shown).map(({ header }) => header),
  };
}
