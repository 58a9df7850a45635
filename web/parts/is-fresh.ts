import { useState } from 'react';
import type { UseQueryResult } from '@tanstack/react-query';

/**
 * Whether a form can start from what has been read: not while it is known to be out of date and read again, since a save would then
 * conflict with the user's own change. Stays true, so that a form is not taken away.
 */
export function useIsFresh({
  data,
  isFetching,
  isStale,
  failureCount,
}: Pick<UseQueryResult, 'data' | 'isFetching' | 'isStale' | 'failureCount'>): boolean {
  const [wasFresh, setWasFresh] = useState(false);
  const isFresh = data !== undefined && !(isFetching && isStale && failureCount === 0);
  if (isFresh && !wasFresh) setWasFresh(true);
  return wasFresh || isFresh;
}
