import type { ClaimQuestion } from './claim-source.ts';

/** A question for tests: a user of one client, for an access token. */
export const question = {
  tenantId: 'tnt_a',
  clientId: 'c',
  subject: { type: 'user', id: 'usr_a' },
  organizationId: null,
  scopes: [],
  tokens: ['access_token'],
  resource: null,
} as unknown as ClaimQuestion;
