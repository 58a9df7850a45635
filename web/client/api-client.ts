import { createClient, isProblem } from '@platform/sdk';
import type { Client } from '@platform/sdk';
import type { Activity } from './activity.ts';
import type { Interruption, SessionGate } from './session-gate.ts';
import { appHeaders, backgroundHeaders } from './web-app.ts';
import type { WebAppName } from './web-app.ts';

export interface ApiClientOptions {
  app: WebAppName;
  gate: Pick<SessionGate, 'wait'>;
  activity: Pick<Activity, 'isPresent'>;
}

/** Why a call must wait for the user; undefined for any other failure. */
function interruptionOf(error: unknown, operation: string): Interruption | undefined {
  if (isProblem(error, 'token_expired', 'token_missing', 'token_invalid')) return { kind: 'ended' };
  if (!isProblem(error, 'insufficient_user_authentication')) return undefined;
  const { max_age: maxAge, acr_values: acr } = error.document;
  return {
    kind: 'step-up',
    operation,
    ...(typeof maxAge === 'number' && { maxAgeSeconds: maxAge }),
    ...(typeof acr === 'string' && { acr }),
  };
}

/**
 * Creates a client of the API on the tenant's own host. It has no token: the cookie of the session authenticates each request, in the
 * name of the application. A call whose session has ended, or that requires a more recent sign-in, waits for the user and is then sent
 * again with the same idempotency key.
 */
export const apiClient = ({ app, gate, activity }: ApiClientOptions): Client =>
  createClient({
    baseUrl: location.origin,
    // Queries decide themselves whether to repeat a read, and the user whether to repeat a write.
    retries: 0,
    fetch(url, init) {
      const headers = new Headers(init.headers);
      const own = { ...appHeaders(app), ...(activity.isPresent() ? {} : backgroundHeaders) };
      for (const [name, value] of Object.entries(own)) headers.set(name, value);
      return fetch(url, { ...init, headers, credentials: 'same-origin' });
    },
    hooks: {
      async around({ operation }, run) {
        for (;;) {
          try {
            return await run();
          } catch (error) {
            const interruption = interruptionOf(error, operation);
            if (!interruption || !(await gate.wait(interruption))) throw error;
          }
        }
      },
    },
  });
