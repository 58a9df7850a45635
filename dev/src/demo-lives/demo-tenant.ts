import { succeeded } from '../management-api.ts';
import type { ApiAnswer, ManagementApi } from '../management-api.ts';
import type { DemoTenant } from '../demo-tenants.ts';

/** A demo tenant to fill, and what is needed for it. */
export interface DemoGoal {
  tenant: DemoTenant;
  api: ManagementApi;
  /** The token with which `api` calls. */
  token: string;
  gateway: string;
  /** URL of the page that shows outgoing mail; it also answers requests of webhooks and log streams. */
  inbox: string;
  /** Superuser's URL of the platform's database. */
  postgresUrl: string;
  /** The password of the people who can sign in. */
  password: string;
}

/** Creates a resource, unless an earlier run has. Returns it if it is new. */
export async function createOnce(
  api: ManagementApi,
  path: string,
  body: object,
): Promise<ApiAnswer['body'] | undefined> {
  const made = await api('POST', path, body);
  return made.status === 409 ? undefined : succeeded(Promise.resolve(made));
}

/** Every resource of a list. */
export async function listAll<T>(api: ManagementApi, path: string): Promise<T[]> {
  const all: T[] = [];
  for (let cursor: string | null = ''; cursor !== null;) {
    const query: string = cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`;
    const { data, nextCursor } = await succeeded(api('GET', `${path}?limit=200${query}`));
    all.push(...(data as T[]));
    cursor = nextCursor as string | null;
  }
  return all;
}
