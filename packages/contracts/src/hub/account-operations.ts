import { z } from 'zod';
import { listOf } from '../common/list.ts';
import { idSchema } from '../ids.ts';
import { allOf, operations } from '../operation.ts';
import {
  AccountConsent,
  CreateAccountLinkIntentRequest,
  CreatedAccountLinkIntent,
  RevokedConsents,
} from './account.ts';

const none = allOf();
const path = '/internal/account/consents';

/** Operations on consents of users, for the service that shows users their account. */
export const accountConsentOperations = operations({
  accountConsentList: {
    method: 'get',
    path,
    scopes: none,
    summary: 'Lists the applications that a user has granted access',
    query: z.strictObject({ sub: idSchema('user') }),
    response: listOf(AccountConsent),
    errors: [],
    noEtag: true,
  },
  accountConsentRevoke: {
    method: 'delete',
    path,
    scopes: none,
    summary: "Revokes a user's grants to one or all applications",
    query: z.strictObject({ sub: idSchema('user'), clientId: z.string().max(128).optional() }),
    response: RevokedConsents,
    errors: [],
    noEtag: true,
  },
});

/** Operations on intents to link an account, for the service that sends invitations. */
export const accountLinkingOperations = operations({
  accountLinkIntentCreate: {
    method: 'post',
    path: '/internal/account-link-intents',
    scopes: none,
    summary: 'Creates a link intent to accept an invitation by signing in',
    description: 'Revokes any earlier intent for the same invitation.',
    body: CreateAccountLinkIntentRequest,
    response: CreatedAccountLinkIntent,
    errors: [],
    secretAnswer: true,
    noEtag: true,
  },
});
