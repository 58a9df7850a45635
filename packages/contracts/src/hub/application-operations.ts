import { z } from 'zod';
import { Deletion, listOf, paging, queryBoolean } from '../common/list.ts';
import { allOf, operations, recentSignIn } from '../operation.ts';
import {
  Application,
  ApplicationSecret,
  ApplicationType,
  CreateApplicationRequest,
  CreateApplicationSecretRequest,
  CreatedApplication,
  CreatedApplicationSecret,
  UpdateApplicationRequest,
} from './application.ts';

const read = allOf('tenant:applications.read');
const write = allOf('tenant:applications.write');
const writeSecrets = allOf('tenant:applications.write', 'tenant:clients.write');
const path = '/api/v1/applications';

/** Query of changes that could leave the tenant without an administrator. */
const lockoutQuery = z.strictObject({
  allowLockout: queryBoolean
    .optional()
    .describe(
      "Makes the change even if no enabled application would have `tenant:applications.write` afterwards. Only an operator can then restore the tenant's access.",
    ),
});

/** Operations on OAuth clients of the tenant and their secrets. */
export const applicationOperations = operations({
  applicationList: {
    method: 'get',
    path,
    scopes: read,
    summary: 'Lists applications, newest first',
    response: listOf(Application),
    errors: [],
    noEtag: true,
    query: z.strictObject({ type: ApplicationType.optional(), ...paging }),
  },
  applicationCreate: {
    method: 'post',
    path,
    scopes: write,
    summary: 'Registers an application',
    body: CreateApplicationRequest,
    response: CreatedApplication,
    errors: ['already_exists', 'limit_exceeded'],
    secretAnswer: true,
    maxBodyBytes: 262_144,
    description:
      'For applications that authenticate with a secret, returns the first `clientSecret`. It is returned only once.',
  },
  applicationGet: {
    method: 'get',
    path: `${path}/{clientId}`,
    scopes: read,
    summary: 'Gets an application',
    response: Application,
    errors: [],
  },
  applicationUpdate: {
    method: 'patch',
    path: `${path}/{clientId}`,
    scopes: write,
    summary: 'Updates an application',
    query: lockoutQuery,
    body: UpdateApplicationRequest,
    mergePatch: true,
    response: Application,
    errors: ['conflict', 'lockout_risk', 'precondition_failed'],
    maxBodyBytes: 262_144,
    description:
      'JSON Merge Patch (RFC 7396). Disabling an application revokes its tokens within a second. Returns 403 `insufficient_scope` if the application has `tenant:` scopes that the token lacks and the change affects who receives its codes and tokens: `redirectUris`, `grantTypes`, `tokenEndpointAuthMethod`, `jwks`, `jwksUri`, `firstParty`, `backchannelLogoutUri`, removing such a scope, or enabling the application. Returns 409 `lockout_risk` if no enabled application would have `tenant:applications.write` afterwards.',
  },
  applicationDelete: {
    method: 'delete',
    path: `${path}/{clientId}`,
    scopes: write,
    stepUp: recentSignIn,
    summary: 'Deletes an application',
    query: lockoutQuery,
    response: Deletion,
    errors: ['conflict', 'lockout_risk', 'precondition_failed'],
    description:
      'Revokes the tokens of the application within a second. Its client id cannot be reused for 30 days. Returns 403 `insufficient_scope` if the application has `tenant:` scopes that the token lacks. Returns 409 `lockout_risk` if no enabled application would have `tenant:applications.write` afterwards.',
  },
  applicationSecretList: {
    method: 'get',
    path: `${path}/{clientId}/secrets`,
    scopes: allOf('tenant:clients.read'),
    summary: "Lists an application's active secrets, newest first",
    response: listOf(ApplicationSecret),
    errors: [],
    noEtag: true,
  },
  applicationSecretCreate: {
    method: 'post',
    path: `${path}/{clientId}/secrets`,
    scopes: writeSecrets,
    stepUp: recentSignIn,
    summary: 'Creates a client secret',
    body: CreateApplicationSecretRequest,
    bodyOptional: true,
    response: CreatedApplicationSecret,
    errors: ['invalid_state', 'limit_exceeded', 'precondition_failed'],
    secretAnswer: true,
    description:
      'An application can have two active secrets. The previous secret stays valid for `expiresPreviousInSeconds`.',
  },
  applicationSecretDelete: {
    method: 'delete',
    path: `${path}/{clientId}/secrets/{secretId}`,
    scopes: writeSecrets,
    stepUp: recentSignIn,
    summary: 'Deletes a client secret',
    response: Deletion,
    errors: ['invalid_state', 'precondition_failed'],
    description:
      'Takes effect with the next token request. Deleting the last secret of an application that requires one returns 409 `invalid_state`.',
  },
});
