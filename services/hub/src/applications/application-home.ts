import type { Database, Tx } from '@platform/kit/database';
import { settingsOf } from './application-settings.ts';
import { findApplication, listBrowserApplications } from './application-store.ts';
import type { ApplicationRecord } from './application-store.ts';

/** The page at which people start to use an application. */
export interface ApplicationHome {
  name: string;
  url: string;
}

const isWeb = (uri: string): boolean => /^https?:\/\//.test(uri);

/** Returns the page after sign-out, or else the root of the application's site; undefined if the application has no pages. */
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

/** Returns the tenant's only browser application; undefined if there are several, because none is the obvious one. */
async function onlyHome(tx: Tx): Promise<ApplicationHome | undefined> {
  const homes = (await listBrowserApplications(tx)).flatMap((row) => homeOf(row) ?? []);
  return homes.length === 1 ? homes[0] : undefined;
}

/** Finds the page at which a person can sign in again: that of the application, or of the tenant's only one. */
export const applicationHomes =
  (db: Pick<Database, 'read'>) =>
  (tenantId: string, clientId: string | undefined): Promise<ApplicationHome | undefined> =>
    db.read(
      { tenantId, actor: { type: 'system', id: 'hub' } },
      async (tx) =>
        (clientId === undefined ? undefined : await requestedHome(tx, clientId)) ??
        (await onlyHome(tx)),
    );

export type FindApplicationHome = ReturnType<typeof applicationHomes>;
