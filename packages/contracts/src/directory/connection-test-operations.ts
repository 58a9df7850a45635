import { allOf, operations } from '../operation.ts';
import {
  CloudDirectoryTestRequest,
  CloudDirectoryTestResponse,
  IdpTestRequest,
  IdpTestResponse,
  WorkspaceTestRequest,
  WorkspaceTestResponse,
} from './connection-test.ts';

const scopes = allOf('tenant:federation.write');
const path = '/api/v1/federation-members';
const test = {
  method: 'post',
  scopes,
  errors: [],
  mode: 'external',
  firstByteSeconds: 30,
  maxBodyBytes: 1_048_576,
  noEtag: true,
} as const;

/** Operations that test a connection before a directory is created with it. */
export const connectionTestOperations = operations({
  workspaceConnectionTesterTest: {
    ...test,
    path: `${path}/workspace/test`,
    summary: 'Tests a connection to Google Workspace, step by step',
    description:
      'Returns 200 with a report whenever the test ran, even if a step failed. The credential is not stored.',
    body: WorkspaceTestRequest,
    response: WorkspaceTestResponse,
  },
  cloudDirectoryConnectionTesterTest: {
    ...test,
    path: `${path}/test`,
    summary: 'Tests a connection to Microsoft Entra ID, step by step',
    description:
      'Returns 200 with a report whenever the test ran, even if a step failed. The credential is not stored.',
    body: CloudDirectoryTestRequest,
    response: CloudDirectoryTestResponse,
  },
  idpConnectionTesterTest: {
    ...test,
    path: `${path}/test-idp`,
    summary: 'Tests an OpenID Connect or SAML identity provider, step by step',
    description:
      'Returns 200 with a report whenever the test ran, even if a step failed. `summary.suggestedConfig` is a configuration from which you can create a directory.',
    body: IdpTestRequest,
    response: IdpTestResponse,
  },
});
