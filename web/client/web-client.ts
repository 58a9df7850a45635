import { QueryClient, useQueryClient } from '@tanstack/react-query';
import type { Client } from '@platform/sdk';
import { userActivity } from './activity.ts';
import type { Activity } from './activity.ts';
import { apiClient } from './api-client.ts';
import { retryDelayMs, shouldRetryRead } from './read-retry.ts';
import { sessionGate } from './session-gate.ts';
import type { SessionGate } from './session-gate.ts';
import type { WebAppName } from './web-app.ts';

/** What an application calls the platform with. */
export interface WebClient {
  app: WebAppName;
  api: Client;
  gate: SessionGate;
  activity: Activity;
}

const webClients = new WeakMap<QueryClient, WebClient>();

/** How long a read is shown without asking again. */
const freshMs = 10_000;

/**
 * Creates the cache of an application, and what fills it. Requests are sent although the browser believes to be offline: a write that
 * waited for the network would take effect when its user no longer expects it.
 */
export function createWebClient(app: WebAppName): QueryClient {
  const gate = sessionGate();
  const activity = userActivity({ target: window, now: Date.now });
  const queryClient = new QueryClient({
    defaultOptions: {
      queries: {
        networkMode: 'always',
        staleTime: freshMs,
        retry: shouldRetryRead,
        retryDelay: (failures, error) => retryDelayMs(failures, error, Math.random),
      },
      mutations: { networkMode: 'always', retry: false },
    },
  });
  webClients.set(queryClient, { app, gate, activity, api: apiClient({ app, gate, activity }) });
  return queryClient;
}

/** What fills a cache. */
export function webClientOf(queryClient: QueryClient): WebClient {
  const found = webClients.get(queryClient);
  if (!found) throw new TypeError('The cache was not made by createWebClient.');
  return found;
}

/** What the application calls the platform with. */
export const useWebClient = (): WebClient => webClientOf(useQueryClient());
