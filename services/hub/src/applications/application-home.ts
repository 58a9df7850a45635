import type { Database, Tx } from '@platform/kit/database';
import { settingsOf } from './application-settings.ts';
import { findApplication, listBrowserApplications } from './application-store.ts';
import type { ApplicationRecord } from './application-store.ts';

/** Where people begin to use an application. */
export interface ApplicationHome {
  name: string;
  url: string;
}

const isWeb = (uri: string): boolean => /^https?:\/\//.test(uri);

/** Where an application is sent back to after a sign-out, or else the root of its site; undefined for one without pages. */
export function homeOf({
  name,
  type,
  settings: set,
}: Pick<ApplicationRecord, 'name' | 'type' | 'settings'>): ApplicationHome | undefined {
  if (type !== 'web' && type !== 'spa') return undefined;
  const { postLogoutRedirectUris, redirectUris } = settingsOf(type, set);
  const landing = postLogoutRedirectUris.find(isWeb);
  const callback = redirectUris.find(isWeb);
  const url = landing ?? (callback && `${new URL(callback).origin}/`);
  return url === undefined ? undefined : { name, url };
}

async function requestedHome(tx: Tx, clientId: string): Promise<ApplicationHome | undefined> {
  const row = await findApplication(tx, clientId);
  return row?.enabled ? homeOf(row) : undefined;
}

/** The only application of the tenant that people open in a browser; with several, none is the obvious one. */
async function onlyHome(tx: Tx): Promise<ApplicationHome | undefined> {
  const homes = (await listBrowserApplications(tx)).flatMap((row) => homeOf(row) ?? []);
  return homes.length === 1 ? homes[0] : undefined;
}

/** Finds where a person can sign in again: at the application, or at the only one of the tenant. */
export const applicationHomes =
  (db: Pick<Database, 'read'>) =>
  (tenantId: string, clientId: string | undefined): Promise<ApplicationHome | undefined> =>
    db.read(
      { tenantId, actor: { type: 'system', id: 'hub' } },
      async (tx) =>
        (clientId === undefined ? undefined : await requestedHome(tx, clientId)) ??
        (await onlyHome(tx)),
    );

/** See {@link applicationHomes}. */
export type FindApplicationHome = ReturnType<typeof applicationHomes>;
