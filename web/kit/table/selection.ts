/** Rows that can be selected at the same time; more are a job of the server. */
export const maxSelected = 200;

export type Selection = ReadonlySet<string>;

/** Selects a row or removes it; a full selection stays unchanged. */
export function toggleRow(selection: Selection, id: string): Selection {
  const next = new Set(selection);
  if (!next.delete(id) && next.size < maxSelected) next.add(id);
  return next;
}

/** How much of a page is selected. */
export function pageSelection(
  selection: Selection,
  ids: readonly string[],
): 'all' | 'some' | 'none' {
  const count = ids.filter((id) => selection.has(id)).length;
  if (count === 0) return 'none';
  return count === ids.length ? 'all' : 'some';
}

/** Selects every row of a page, up to the limit, or removes all of them. */
export function togglePage(selection: Selection, ids: readonly string[]): Selection {
  if (pageSelection(selection, ids) === 'all')
    return new Set([...selection].filter((id) => !ids.includes(id)));
  return new Set([...new Set([...selection, ...ids])].slice(0, maxSelected));
}
