import { isDeepStrictEqual } from 'node:util';
import { PutComplianceProfileRequest } from '@platform/contracts';
import type { ComplianceProfile, complianceProfileOperations } from '@platform/contracts';
import { lock, now } from '@platform/kit/database';
import type { Tx } from '@platform/kit/database';
import { contentVersion } from '@platform/kit/http';
import type { Handlers } from '@platform/kit/http';
import { complianceLocks } from '../advisory-locks.ts';
import { compliance } from '../generated/tables.ts';

const profiles = compliance
  .table('complianceProfiles')
  .narrow<{ content: PutComplianceProfileRequest }>();

const fallbackLocale = 'en';

/** Returns the tenant's profile; every field is null until it is saved. */
export async function complianceProfileOf(tx: Tx): Promise<ComplianceProfile> {
  const row = await profiles.find(tx, {});
  return {
    ...PutComplianceProfileRequest.parse(row?.content ?? {}),
    createdAt: row?.createdAt.toISOString() ?? null,
    updatedAt: row?.updatedAt.toISOString() ?? null,
  };
}

/** Returns the locale of texts for readers without a preference. */
export const profileLocaleOf = async (tx: Tx): Promise<string> =>
  (await complianceProfileOf(tx)).defaultLocale ?? fallbackLocale;

async function putProfile(
  tx: Tx,
  body: PutComplianceProfileRequest,
  ifMatch: (version: string) => void,
): Promise<ComplianceProfile> {
  await lock(tx, complianceLocks.profile, tx.context.tenantId);
  const { createdAt, updatedAt, ...before } = await complianceProfileOf(tx);
  ifMatch(contentVersion({ ...before, createdAt, updatedAt }));
  if (createdAt === null || !isDeepStrictEqual(before, body))
    await profiles.upsert(tx, { content: body, updatedAt: now }, []);
  return complianceProfileOf(tx);
}

export const profileHandlers: Handlers<typeof complianceProfileOperations> = {
  complianceProfileGet: ({ tx }) => complianceProfileOf(tx),
  complianceProfilePut: ({ tx, body, ifMatch }) => putProfile(tx, body, ifMatch),
};
