import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { QueryClient } from '@tanstack/react-query';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { onSessionNews } from './session-channel.ts';
import { sessionClock, untilNextPhase } from './session-clock.ts';
import type { SessionClock } from './session-clock.ts';
import type { Interruption } from './session-gate.ts';
import { leave, rereadSession, resumeSession, sessionQuery } from './session-query.ts';
import { useWebClient, webClientOf } from './web-client.ts';

/** Someone who types sends no request. Their session is in use nevertheless, and the hub is notified of it this often. */
const keepAliveMs = 5 * 60_000;

/** Follows what other tabs do to the session, and keeps it alive while the user types. Returns how to stop that. */
export function keepSession(queryClient: QueryClient): () => void {
  const { app, activity } = webClientOf(queryClient);
  const stopNews = onSessionNews((news) => {
    if (news.type === 'signed-out') {
      if ((news.app === 'setup') === (app === 'setup')) leave(queryClient);
    } else if (news.app === app) void resumeSession(queryClient).catch(() => undefined);
  });
  let keptAt = activity.lastInputAt();
  const stopInput = activity.onInput(() => {
    if (activity.lastInputAt() - keptAt < keepAliveMs) return;
    keptAt = activity.lastInputAt();
    void rereadSession(queryClient).catch(() => undefined);
  });
  return () => {
    stopNews();
    stopInput();
  };
}

/** See {@link keepSession}. */
export function useSessionKeeper(): void {
  const queryClient = useQueryClient();
  useEffect(() => keepSession(queryClient), [queryClient]);
}

/** Why requests wait for the user; undefined if none does. */
export function useInterruption(): Interruption | undefined {
  const { gate } = useWebClient();
  return useSyncExternalStore(gate.subscribe, gate.current);
}

/**
 * How much longer the session lasts; undefined before it is known. Requests and other tabs may have deferred its end, so it is read
 * again before the user is warned, and when it should have ended.
 */
export function useSessionClock(): SessionClock | undefined {
  const queryClient = useQueryClient();
  const { data: session } = useQuery(sessionQuery);
  const [, setTurn] = useState(0);
  const now = Date.now();
  const clock = session ? sessionClock(session, now) : undefined;
  const waitMs = clock && untilNextPhase(clock, now);
  useEffect(() => {
    if (waitMs === undefined) return undefined;
    const timer = setTimeout(
      () => {
        void rereadSession(queryClient)
          .catch(() => undefined)
          .finally(() => setTurn((turn) => turn + 1));
      },
      Math.max(waitMs, 1_000),
    );
    return () => clearTimeout(timer);
  }, [queryClient, waitMs]);
  return clock;
}
