import type { OperationOptions } from '../common-options.ts';
import type { Cli } from '../cli.ts';
import type { RowWriter } from '../output/output.ts';
import type { OperationSpec } from './operation-spec.ts';

/** A page of a list. */
export interface Page {
  data: readonly object[];
  nextCursor: string | null;
  hasMore: boolean;
}

export interface Listing {
  /** Starts the list with these options. */
  pages: (options: object) => { pages(): AsyncIterable<Page> };
  spec: OperationSpec;
  options: Pick<OperationOptions, 'all' | 'limit' | 'cursor'>;
}

const largestPage = 200;
const usualLimit = 50;

/** Shows the entries of a list: up to the limit, or all of them. */
export async function listEntries(
  { pages, options: { all, limit = usualLimit, cursor } }: Listing,
  rows: RowWriter,
  { terminal: { note, status, columns } }: Pick<Cli, 'terminal'>,
): Promise<void> {
  const most = all ? Infinity : limit;
  const options = { limit: Math.min(most, largestPage), ...(cursor !== undefined && { cursor }) };
  let count = 0;
  for await (const { data, nextCursor, hasMore } of pages(options).pages()) {
    const wanted = data.slice(0, most - count);
    rows.add(wanted);
    count += wanted.length;
    if (all && hasMore) status?.(`${count} entries …`);
    if (count < most) continue;
    status?.('');
    rows.end('The list is empty.');
    const isCut = wanted.length < data.length;
    if (hasMore || isCut) note(moreOf(count, isCut || columns !== undefined ? null : nextCursor));
    return;
  }
  status?.('');
  rows.end('The list is empty.');
}

/** What is left. People use `--all`; scripts can continue with the cursor, which follows a whole page only. */
function moreOf(count: number, cursor: string | null): string {
  const shown = count === 1 ? 'entry' : `${count} entries`;
  const next = cursor === null ? '' : `, or --cursor ${cursor} to continue`;
  return `Showing the first ${shown}. Use --all to show every one${next}.`;
}
