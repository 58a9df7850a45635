import { z } from 'zod';
import { Deletion, paging, queryInteger } from '../common/list.ts';
import { allOf, operations } from '../operation.ts';
import {
  ConsentPurpose,
  ListConsentPurposesResponse,
  PutConsentPurposeRequest,
  purposeKey,
} from './consent-purpose.ts';

const read = allOf('tenant:compliance.read');
const write = allOf('tenant:compliance.write');
const path = '/api/v1/consent-purposes';

/** Operations on consent purposes. */
export const consentPurposeOperations = operations({
  consentPurposeList: {
    method: 'get',
    path,
    scopes: read,
    summary: 'Lists consent purposes',
    description: 'Returns the current version of each purpose, newest first.',
    query: z.strictObject({ ...paging, state: z.enum(['active', 'retired']).optional() }),
    response: ListConsentPurposesResponse,
    errors: [],
    noEtag: true,
  },
  consentPurposeGet: {
    method: 'get',
    path: `${path}/{purposeKey}`,
    scopes: read,
    summary: 'Gets a consent purpose',
    query: z.strictObject({
      version: queryInteger(1, 2_147_483_647)
        .optional()
        .describe('The version to return. Defaults to the current version.'),
    }),
    response: ConsentPurpose,
    errors: [],
  },
  consentPurposePut: {
    method: 'put',
    path: `${path}/{purposeKey}`,
    params: z.object({ purposeKey }),
    scopes: write,
    summary: 'Creates or replaces a consent purpose',
    description:
      'Any change other than to the translations creates a new version; earlier versions can still be retrieved. Updating a retired purpose creates a new version and makes the purpose active again.',
    body: PutConsentPurposeRequest,
    response: ConsentPurpose,
    errors: ['limit_exceeded', 'precondition_failed'],
  },
  consentPurposeRetire: {
    method: 'delete',
    path: `${path}/{purposeKey}`,
    scopes: write,
    summary: 'Retires a consent purpose',
    description:
      'Existing consents are kept as proof, but consent checks for this purpose no longer succeed.',
    response: Deletion,
    errors: ['precondition_failed'],
  },
});
