import { z } from 'zod';
import { Deletion, listOf } from '../common/list.ts';
import { allOf, operations, recentSignIn } from '../operation.ts';
import { ConnectorCredential, SetConnectorCredentialRequest } from './connector-credential.ts';
import { DiagnosticReport } from './diagnostic-report.ts';
import { MintScimBearerRequest, ScimBearer, ScimBearerWithToken } from './scim-bearer.ts';

const read = allOf('tenant:orgs.read');
const write = allOf('tenant:orgs.write');
const path = '/api/v1/directories/{directoryId}';

/** Operations on the connectors of directories. */
export const directoryConnectorOperations = operations({
  directoryConnectorSetConnectorCredential: {
    method: 'put',
    path: `${path}/connector-credential`,
    scopes: write,
    stepUp: recentSignIn,
    summary: 'Sets the credential with which the platform connects to a directory',
    description:
      'Replaces the current credential. The `type` must match the kind of the directory. The secret is stored encrypted and never returned.',
    body: SetConnectorCredentialRequest,
    maxBodyBytes: 262_144,
    response: ConnectorCredential,
    errors: ['invalid_state'],
    noEtag: true,
  },
  directoryConnectorClearConnectorCredential: {
    method: 'delete',
    path: `${path}/connector-credential`,
    scopes: write,
    stepUp: recentSignIn,
    summary: 'Deletes the credential of a directory',
    description: 'The directory is not read until a new credential is set. Idempotent.',
    response: z.object({ id: z.string(), deleted: z.boolean() }).meta({ id: 'CredentialDeletion' }),
    errors: [],
  },
  directoryConnectorProbe: {
    method: 'post',
    path: `${path}/probe`,
    scopes: write,
    summary: 'Tests the connection to a directory, step by step',
    description:
      'Uses the stored credential. Returns 200 with a report whenever the test ran, even if a step failed. The report is stored as `lastProbe` of the directory.',
    response: DiagnosticReport,
    errors: ['conflict', 'invalid_state'],
    mode: 'external',
    firstByteSeconds: 30,
  },
  directoryConnectorListBearers: {
    method: 'get',
    path: `${path}/scim-bearers`,
    scopes: read,
    summary: "Lists a directory's SCIM bearers, newest first",
    description: 'Returns all active bearers and the 50 most recent inactive ones.',
    response: listOf(ScimBearer),
    errors: [],
    noEtag: true,
  },
  directoryConnectorMintBearer: {
    method: 'post',
    path: `${path}/scim-bearers`,
    scopes: write,
    stepUp: recentSignIn,
    summary: 'Creates a SCIM bearer',
    description: 'A directory can have 5 active bearers. `token` is returned only once.',
    body: MintScimBearerRequest,
    bodyOptional: true,
    response: ScimBearerWithToken,
    secretAnswer: true,
    noEtag: true,
    errors: ['invalid_state', 'limit_exceeded'],
  },
  directoryConnectorRevokeBearer: {
    method: 'delete',
    path: `${path}/scim-bearers/{bearerId}`,
    scopes: write,
    stepUp: recentSignIn,
    summary: 'Revokes a SCIM bearer',
    description: 'Takes effect within 10 seconds. Idempotent.',
    response: Deletion,
    errors: [],
  },
  directoryConnectorRotateBearer: {
    method: 'post',
    path: `${path}/scim-bearers/{bearerId}/rotate`,
    scopes: write,
    stepUp: recentSignIn,
    summary: 'Rotates a SCIM bearer',
    description:
      'The old bearer stays valid for `overlapSeconds`. `name` and `readOnly` default to those of the old bearer; the lifetime defaults to that of a new bearer.',
    body: MintScimBearerRequest,
    bodyOptional: true,
    response: ScimBearerWithToken,
    secretAnswer: true,
    noEtag: true,
    errors: ['invalid_state', 'limit_exceeded'],
  },
});
