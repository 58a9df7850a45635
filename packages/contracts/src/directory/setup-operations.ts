import { z } from 'zod';
import { Deletion, listOf, paging, queryBoolean } from '../common/list.ts';
import { operations } from '../operation.ts';
import { anySetup, setupFor } from '../setup-scopes.ts';
import { SetConnectorCredentialRequest } from './connector-credential.ts';
import { DiagnosticReport } from './diagnostic-report.ts';
import { OrganizationDomain } from './organization-domain.ts';
import { MintScimBearerRequest } from './scim-bearer.ts';
import { ScimRequest } from './scim-request.ts';
import { SyncRun } from './sync-run.ts';
import {
  AddSetupDomainRequest,
  CreateSetupColleagueLinkRequest,
  CreateSetupConnectionRequest,
  CreateSetupDirectoryRequest,
  ReadSetupMetadataRequest,
  Setup,
  SetupColleagueLink,
  SetupCredential,
  SetupDirectory,
  SetupScimBearer,
  SetupScimBearerWithToken,
  UpdateSetupConnectionRequest,
  UpdateSetupDirectoryRequest,
} from './setup.ts';

const path = '/api/v1/setup';
const connections = `${path}/connections` as const;
const directories = `${path}/directories` as const;
const sso = setupFor('sso');
const directory = setupFor('directory');
const domains = setupFor('domains');

const probe = {
  method: 'post',
  response: DiagnosticReport,
  errors: ['conflict', 'invalid_state'],
  mode: 'external',
  firstByteSeconds: 30,
} as const;
const credential = {
  method: 'put',
  body: SetConnectorCredentialRequest,
  maxBodyBytes: 262_144,
  response: SetupCredential,
  errors: ['invalid_state'],
  noEtag: true,
} as const;
const bearer = {
  method: 'post',
  body: MintScimBearerRequest,
  bodyOptional: true,
  response: SetupScimBearerWithToken,
  secretAnswer: true,
  noEtag: true,
  errors: ['invalid_state', 'limit_exceeded'],
} as const;
const configBytes = 1_048_576;

/**
 * Operations for contacts with a setup link. Each does what the operation of the same name for
 * administrators does, within the organization of the link.
 */
export const setupOperations = operations({
  setupGet: {
    method: 'get',
    path,
    scopes: anySetup,
    summary: 'Gets the state of the setup',
    description: 'Returns what the link is for, how far it is, and the values to copy.',
    response: Setup,
    errors: [],
    noEtag: true,
  },
  setupComplete: {
    method: 'post',
    path: `${path}/complete`,
    scopes: anySetup,
    summary: 'Completes the setup',
    description: 'The link cannot be opened again. The present session continues. Idempotent.',
    response: Setup,
    errors: [],
    noEtag: true,
  },
  setupLinkCreate: {
    method: 'post',
    path: `${path}/links`,
    scopes: anySetup,
    summary: 'Sends a setup link for the same tasks to a colleague',
    body: CreateSetupColleagueLinkRequest,
    response: SetupColleagueLink,
    errors: ['limit_exceeded', 'invalid_state'],
    noEtag: true,
  },

  setupDomainList: {
    method: 'get',
    path: `${path}/domains`,
    scopes: domains,
    summary: "Lists the organization's domains during the setup",
    response: listOf(OrganizationDomain),
    errors: [],
    noEtag: true,
  },
  setupDomainCreate: {
    method: 'post',
    path: `${path}/domains`,
    scopes: domains,
    summary: 'Adds a domain during the setup',
    body: AddSetupDomainRequest,
    response: OrganizationDomain,
    errors: ['already_exists', 'conflict', 'limit_exceeded'],
  },
  setupDomainVerify: {
    method: 'post',
    path: `${path}/domains/{domId}/verify`,
    scopes: domains,
    summary: 'Verifies a domain during the setup',
    response: OrganizationDomain,
    errors: ['conflict'],
    mode: 'external',
  },
  setupDomainDelete: {
    method: 'delete',
    path: `${path}/domains/{domId}`,
    scopes: domains,
    summary: 'Removes a domain during the setup',
    response: Deletion,
    errors: ['precondition_failed'],
  },

  setupConnectionList: {
    method: 'get',
    path: connections,
    scopes: sso,
    summary: "Lists the organization's identity providers",
    response: listOf(SetupDirectory),
    errors: [],
    noEtag: true,
  },
  setupConnectionCreate: {
    method: 'post',
    path: connections,
    scopes: sso,
    summary: 'Creates a connection to an identity provider',
    description:
      'It has the id and the URLs of `newConnection` of the setup. Users cannot sign in with it until it is activated.',
    body: CreateSetupConnectionRequest,
    maxBodyBytes: configBytes,
    response: SetupDirectory,
    errors: ['limit_exceeded'],
  },
  setupConnectionReadMetadata: {
    method: 'post',
    path: `${connections}/metadata`,
    scopes: sso,
    summary: 'Reads the metadata of an identity provider',
    description:
      'Returns 200 with a report whenever the metadata was read. `summary.suggestedConfig` is the configuration of a connection.',
    body: ReadSetupMetadataRequest,
    maxBodyBytes: configBytes,
    response: DiagnosticReport,
    errors: [],
    mode: 'external',
    firstByteSeconds: 30,
    noEtag: true,
  },
  setupConnectionUpdate: {
    method: 'patch',
    path: `${connections}/{id}`,
    scopes: sso,
    summary: 'Updates a connection to an identity provider',
    body: UpdateSetupConnectionRequest,
    mergePatch: true,
    maxBodyBytes: configBytes,
    response: SetupDirectory,
    errors: ['precondition_failed', 'invalid_state'],
  },
  setupConnectionDelete: {
    method: 'delete',
    path: `${connections}/{id}`,
    scopes: sso,
    summary: 'Deletes a connection to an identity provider',
    response: Deletion,
    errors: ['precondition_failed'],
  },
  setupConnectionSetCredential: {
    ...credential,
    path: `${connections}/{id}/credential`,
    scopes: sso,
    summary: 'Sets the credential of a connection to an identity provider',
  },
  setupConnectionProbe: {
    ...probe,
    path: `${connections}/{id}/probe`,
    scopes: sso,
    summary: 'Tests a connection to an identity provider, step by step',
  },
  setupConnectionActivate: {
    method: 'post',
    path: `${connections}/{id}/activate`,
    scopes: sso,
    summary: 'Activates a connection to an identity provider',
    description:
      'Users can then sign in with it. The last test of the connection must have succeeded.',
    response: SetupDirectory,
    errors: ['invalid_state'],
  },

  setupDirectoryList: {
    method: 'get',
    path: directories,
    scopes: directory,
    summary: "Lists the organization's directories during the setup",
    response: listOf(SetupDirectory),
    errors: [],
    noEtag: true,
  },
  setupDirectoryCreate: {
    method: 'post',
    path: directories,
    scopes: directory,
    summary: 'Creates a directory during the setup',
    body: CreateSetupDirectoryRequest,
    maxBodyBytes: configBytes,
    response: SetupDirectory,
    errors: ['limit_exceeded'],
  },
  setupDirectoryUpdate: {
    method: 'patch',
    path: `${directories}/{id}`,
    scopes: directory,
    summary: 'Updates a directory during the setup',
    body: UpdateSetupDirectoryRequest,
    mergePatch: true,
    maxBodyBytes: configBytes,
    response: SetupDirectory,
    errors: ['precondition_failed', 'invalid_state'],
  },
  setupDirectoryDelete: {
    method: 'delete',
    path: `${directories}/{id}`,
    scopes: directory,
    summary: 'Deletes a directory during the setup',
    response: Deletion,
    errors: ['precondition_failed'],
  },
  setupDirectorySetCredential: {
    ...credential,
    path: `${directories}/{id}/credential`,
    scopes: directory,
    summary: 'Sets the credential of a directory during the setup',
  },
  setupDirectoryProbe: {
    ...probe,
    path: `${directories}/{id}/probe`,
    scopes: directory,
    summary: 'Tests the connection to a directory during the setup',
  },
  setupDirectorySync: {
    method: 'post',
    path: `${directories}/{id}/sync`,
    scopes: directory,
    summary: 'Starts a sync during the setup',
    description: 'A sync that would remove many users stops; an administrator can continue it.',
    query: z.strictObject({
      full: queryBoolean.default(false).describe('Reads all users and groups.'),
      dryRun: queryBoolean.default(false).describe('Counts the changes without writing anything.'),
    }),
    response: SyncRun,
    errors: ['conflict', 'invalid_state'],
  },
  setupDirectoryRequestList: {
    method: 'get',
    path: `${directories}/{id}/requests`,
    scopes: directory,
    summary: "Lists a directory's last SCIM requests during the setup, newest first",
    query: z.strictObject(paging),
    response: listOf(ScimRequest),
    errors: [],
    noEtag: true,
  },
  setupScimBearerList: {
    method: 'get',
    path: `${directories}/{id}/scim-bearers`,
    scopes: directory,
    summary: "Lists a directory's SCIM bearers during the setup",
    response: listOf(SetupScimBearer),
    errors: [],
    noEtag: true,
  },
  setupScimBearerCreate: {
    ...bearer,
    path: `${directories}/{id}/scim-bearers`,
    scopes: directory,
    summary: 'Creates a SCIM bearer during the setup',
  },
  setupScimBearerRotate: {
    ...bearer,
    path: `${directories}/{id}/scim-bearers/{bearerId}/rotate`,
    scopes: directory,
    summary: 'Rotates a SCIM bearer during the setup',
  },
});
