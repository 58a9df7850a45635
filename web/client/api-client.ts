import { createClient } from '@platform/sdk';
import type { Client } from '@platform/sdk';
import { appHeaders } from './web-app.ts';
import type { WebAppName } from './web-app.ts';

export interface ApiClientOptions {
  app: WebAppName;
  /** Called for a response that says that the session has ended. */
  onSessionEnded: () => void;
}

const endedCodes: readonly string[] = ['token_expired', 'token_missing', 'token_invalid'];

async function hasEnded(response: Response): Promise<boolean> {
  if (response.status !== 401) return false;
  const problem = (await response
    .clone()
    .json()
    .catch(() => ({}))) as { code?: string };
  return problem.code !== undefined && endedCodes.includes(problem.code);
}

/**
 * Creates a client of the API on the tenant's own host. It has no token: the cookie of the session authenticates each request, in the
 * name of the application. A step-up is no end of the session; its problem is the caller's.
 */
export const apiClient = ({ app, onSessionEnded }: ApiClientOptions): Client =>
  createClient({
    baseUrl: location.origin,
    async fetch(url, init) {
      const headers = new Headers(init.headers);
      for (const [name, value] of Object.entries(appHeaders(app))) headers.set(name, value);
      const response = await fetch(url, { ...init, headers, credentials: 'same-origin' });
      if (await hasEnded(response)) onSessionEnded();
      return response;
    },
  });
