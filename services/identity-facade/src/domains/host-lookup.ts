import type { Database } from '@platform/kit/database';
import { hostNameOf } from '@platform/kit/formats';
import { findLoginDomain, findNameOwner } from './domain-store.ts';

/** The tenant of a host. */
export interface HostTenant {
  tenantId: string;
  domain: string;
  passkeyRpId: string;
}

const actor = { type: 'system', id: 'identity-facade' } as const;

/** Finds the tenant whose pages are served on a host; undefined if there is none. */
export const hostLookup =
  (db: Pick<Database, 'work' | 'read'>) =>
  async (host: string): Promise<HostTenant | undefined> => {
    const domain = hostNameOf(host);
    if (domain === undefined) return undefined;
    const owner = await db.work((tx) => findNameOwner(tx, domain));
    if (!owner?.isServed) return undefined;
    const { tenantId } = owner;
    const record = await db.read({ tenantId, actor }, (tx) => findLoginDomain(tx, domain));
    return record && { tenantId, domain, passkeyRpId: record.passkeyRpId };
  };

/** See {@link hostLookup}. */
export type FindHost = ReturnType<typeof hostLookup>;
