import { z } from 'zod';
import { Deletion, listOf, paging } from '../common/list.ts';
import { allOf, operations } from '../operation.ts';
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

/** OAuth clients of the tenant, and their secrets. */
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
      'A client that authenticates by a secret gets its first one here; `clientSecret` is shown once.',
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
    body: UpdateApplicationRequest,
    mergePatch: true,
    response: Application,
    errors: ['conflict', 'precondition_failed'],
    maxBodyBytes: 262_144,
    description: 'JSON Merge Patch (RFC 7396). Disabling cuts off its tokens within a second.',
  },
  applicationDelete: {
    method: 'delete',
    path: `${path}/{clientId}`,
    scopes: write,
    summary: 'Deletes an application',
    response: Deletion,
    errors: ['conflict', 'precondition_failed'],
    description: 'Its tokens are cut off within a second; its id stays taken for 30 days.',
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
    summary: 'Creates a client secret',
    body: CreateApplicationSecretRequest,
    bodyOptional: true,
    response: CreatedApplicationSecret,
    errors: ['invalid_state', 'limit_exceeded', 'precondition_failed'],
    secretAnswer: true,
    description: 'Two live at most: the one before stays good for `expiresPreviousInSeconds`.',
  },
  applicationSecretDelete: {
    method: 'delete',
    path: `${path}/{clientId}/secrets/{secretId}`,
    scopes: writeSecrets,
    summary: 'Deletes a client secret',
    response: Deletion,
    errors: ['invalid_state', 'precondition_failed'],
    description:
      'In effect with the next token request. The last secret of a client that has to have one stays: 409 `invalid_state`.',
  },
});
