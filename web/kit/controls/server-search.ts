import { useEffect, useRef, useState } from 'react';

/** Letters from which a server is asked, and the number of results that a list shows. */
const minLetters = 2;
const maxResults = 20;
const pauseMs = 200;

/** Finds what matches a text: at most 20 results. */
export type Search<T> = (text: string, signal: AbortSignal) => Promise<readonly T[]>;

export type SearchResult<T> =
  | { state: 'tooShort' | 'searching' | 'failed'; found: readonly T[] }
  | { state: 'found'; found: readonly T[] };

/** Whether a text has enough letters to be searched. Characters of any script count as one. */
export const isLongEnough = (text: string): boolean => [...text.trim()].length >= minLetters;

/** Searches while typing: after a pause, from 2 letters on. A later search aborts the one before. */
export function useServerSearch<T>(text: string, search: Search<T>): SearchResult<T> {
  const [result, setResult] = useState<SearchResult<T>>({ state: 'tooShort', found: [] });
  const latest = useRef(search);
  latest.current = search;

  useEffect(() => {
    if (!isLongEnough(text)) {
      setResult({ state: 'tooShort', found: [] });
      return undefined;
    }
    const abort = new AbortController();
    setResult(({ found }) => ({ state: 'searching', found }));
    const run = async () => {
      const found = await latest.current(text.trim(), abort.signal);
      if (!abort.signal.aborted) setResult({ state: 'found', found: found.slice(0, maxResults) });
    };
    const timer = setTimeout(() => {
      run().catch(() => {
        if (!abort.signal.aborted) setResult({ state: 'failed', found: [] });
      });
    }, pauseMs);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [text]);

  return result;
}
