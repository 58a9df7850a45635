import { useEffect, useState } from 'react';
import { events, isProblem } from '@platform/sdk';
import type { Client, Event, EventsListQuery } from '@platform/sdk';
import { useWebClient } from '../../client/web-client.ts';
import { withNewer } from './event-buffer.ts';

const waitSeconds = 30;
const pageSize = 200;
/** The least time between two requests: events in quick succession arrive together. */
const paceMs = 1_000;
const retryMs = 5_000;

export interface EventTail {
  /** Newest first. */
  events: readonly Event[];
  /** The stored events have been read; what comes now is new. */
  isLive: boolean;
  error: unknown;
}

const empty: EventTail = { events: [], isLive: false, error: undefined };

const sleep = (ms: number, signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });

/** A hidden page asks for nothing. */
async function whenShown(signal: AbortSignal): Promise<void> {
  while (document.hidden && !signal.aborted) await sleep(paceMs, signal);
}

type Update = (change: (tail: EventTail) => EventTail) => void;

/** Reads the log from its position to the end, then waits for what comes, until it is stopped. */
async function follow(
  api: Client,
  filter: EventsListQuery,
  { signal, update }: { signal: AbortSignal; update: Update },
): Promise<void> {
  let position: EventsListQuery = filter;
  let isLive = false;
  while (!signal.aborted) {
    await whenShown(signal);
    try {
      const page = await events(api).list({
        ...position,
        limit: pageSize,
        ...(isLive && { wait: waitSeconds }),
        signal,
      });
      isLive = !page.hasMore;
      const { start: _start, ...others } = position;
      if (page.nextCursor !== null) position = { ...others, cursor: page.nextCursor };
      update((tail) => ({
        events: withNewer(tail.events, page.data),
        isLive: isLive || tail.isLive,
        error: undefined,
      }));
      if (isLive) await sleep(paceMs, signal);
    } catch (error) {
      if (signal.aborted) return;
      if (isProblem(error, 'cursor_expired')) position = { ...filter, start: 'oldest' };
      else update((tail) => ({ ...tail, error }));
      await sleep(retryMs, signal);
    }
  }
}

/**
 * Follows the events of a tenant.
 * @param start where to begin; the same text while the page is open
 */
export function useEventTail({ type, actorId, organizationId, start }: EventsListQuery): EventTail {
  const { api } = useWebClient();
  const [tail, setTail] = useState(empty);
  useEffect(() => {
    const stop = new AbortController();
    setTail(empty);
    void follow(
      api,
      { type, actorId, organizationId, start },
      {
        signal: stop.signal,
        update: (change) => !stop.signal.aborted && setTail(change),
      },
    );
    return () => stop.abort();
  }, [api, type, actorId, organizationId, start]);
  return tail;
}
