import { useEffect } from 'react';
import type { ReactNode } from 'react';
import { isProblem } from '@platform/sdk';
import { showToast } from '../kit/overlays/toast.tsx';
import { nextPage, previousPage } from '../kit/table/cursor-stack.ts';
import type { CursorStack } from '../kit/table/cursor-stack.ts';
import { Pager } from '../kit/table/table-tools.tsx';
import { useSay } from '../kit/words/words-context.ts';

export interface CursorPagerProps {
  /** The cursors in the address of the page. */
  cursors: CursorStack | undefined;
  page: { nextCursor: string | null; hasMore: boolean; data: readonly unknown[] };
  onChange: (cursors: CursorStack) => void;
  /** What is shown. */
  children?: ReactNode;
}

/** Leads through a list whose cursors are in the address. */
export function CursorPager({ cursors = [], page, onChange, children }: CursorPagerProps) {
  const { nextCursor, hasMore, data } = page;
  const next = hasMore && nextCursor !== null ? nextCursor : undefined;
  // A list of one page needs no way to another, and an empty one says so itself.
  const isOnly = cursors.length === 0 && next === undefined;
  if (isOnly && (!children || data.length === 0)) return null;
  return (
    <Pager
      onPrevious={cursors.length > 0 ? () => onChange(previousPage(cursors)) : undefined}
      onNext={next === undefined ? undefined : () => onChange(nextPage(cursors, next))}
    >
      {children}
    </Pager>
  );
}

/** Returns to the first page of a list, and says so, when the cursor of an address has expired. */
export function useExpiredCursor(
  error: unknown,
  cursors: CursorStack | undefined,
  onFirstPage: () => void,
): void {
  const say = useSay('app');
  const isExpired = Boolean(cursors) && isProblem(error, 'invalid_cursor', 'cursor_expired');
  useEffect(() => {
    if (!isExpired) return;
    showToast({ text: say('firstPage'), state: 'info' });
    onFirstPage();
    // Once for each expiry: the caller's function differs in each render.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [isExpired]);
}
