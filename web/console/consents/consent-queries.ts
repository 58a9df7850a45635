import { complianceProfile, consentPurposes, consents, users } from '@platform/sdk';
import type { Client, ConsentPurposesListQuery, ConsentsListQuery } from '@platform/sdk';
import { apiQuery } from '../../client/query.ts';

export const consentsQuery = (query: ConsentsListQuery) =>
  apiQuery('consentList', [query], (api, options) => consents(api).list({ ...query, ...options }));

export const consentQuery = (id: string) =>
  apiQuery('consentGet', [id], (api, options) => consents(api).get(id, options));

export const receiptQuery = (id: string) =>
  apiQuery('consentReceipt', [id], (api, options) => consents(api).getReceipt(id, options));

export const purposesQuery = (query: ConsentPurposesListQuery) =>
  apiQuery('consentPurposeList', [query], (api, options) =>
    consentPurposes(api).list({ ...query, ...options }),
  );

export const purposeQuery = (key: string) =>
  apiQuery('consentPurposeGet', [key], (api, options) => consentPurposes(api).get(key, options));

export const profileQuery = apiQuery('complianceProfileGet', [], (api, options) =>
  complianceProfile(api).get(options),
);

/** Users whose name or address matches a text, as choices. */
export async function findUsers(api: Client, q: string, signal: AbortSignal) {
  const { data } = await users(api).list({ q, limit: 10, signal });
  return data.map(({ id, displayName, email, username }) => ({
    id,
    label: displayName ?? email ?? username ?? id,
    hint: email ?? id,
  }));
}

/** Reads that show what becomes of a consent. */
export const consentReads = [
  'consentList',
  'consentGet',
  'consentReceipt',
  'consentCheck',
] as const;
export const purposeReads = ['consentPurposeList', 'consentPurposeGet'] as const;
