// Generated from the catalogue of operations by `npm run generate:commands`. Do not edit.
import type { OperationSpec } from '../../operations/operation-spec.ts';

/** The commands of `connection-tests`. */
export const operations: readonly OperationSpec[] = [
  {
    operationId: 'workspaceConnectionTesterTest',
    name: 'connectionTests.workspace.test',
    request: 'POST /api/v1/federation-members/workspace/test',
    summary: 'Tests a connection to Google Workspace, step by step',
    about:
      'Returns 200 with a report whenever the test ran, even if a step failed. The credential is not stored.',
    scopes: ['tenant:federation.write'],
    body: [
      {
        name: 'serviceAccountKey',
        kind: 'object',
        open: true,
        about: 'The JSON key file, as downloaded from Google. Write-only.',
      },
      { name: 'serviceAccountKey.type', kind: 'text', values: ['service_account'], required: true },
      { name: 'serviceAccountKey.client_email', kind: 'text', required: true },
      { name: 'serviceAccountKey.private_key', kind: 'text', required: true },
      { name: 'serviceAccountKey.private_key_id', kind: 'text' },
      { name: 'adminEmail', kind: 'text' },
      { name: 'customerId', kind: 'text' },
      { name: 'domain', kind: 'text' },
      {
        name: 'directoryId',
        kind: 'text',
        about: 'Tests with the configuration and the stored credential of this directory.',
      },
      { name: 'sampleSize', kind: 'integer', about: 'How many users to show.' },
    ],
    keyed: true,
  },
  {
    operationId: 'cloudDirectoryConnectionTesterTest',
    name: 'connectionTests.cloudDirectory.test',
    request: 'POST /api/v1/federation-members/test',
    summary: 'Tests a connection to Microsoft Entra ID, step by step',
    about:
      'Returns 200 with a report whenever the test ran, even if a step failed. The credential is not stored.',
    scopes: ['tenant:federation.write'],
    body: [
      { name: 'cloud', kind: 'text' },
      { name: 'tenantId', kind: 'text' },
      { name: 'clientId', kind: 'text' },
      { name: 'clientSecret', kind: 'text', secret: true, about: 'Used for the test, not kept.' },
      { name: 'certificatePem', kind: 'text' },
      { name: 'privateKeyPem', kind: 'text', about: 'Used for the test, not kept.' },
      {
        name: 'directoryId',
        kind: 'text',
        about: 'Tests with the configuration and the stored credential of this directory.',
      },
      { name: 'sampleSize', kind: 'integer', about: 'How many users to show.' },
    ],
    keyed: true,
  },
  {
    operationId: 'idpConnectionTesterTest',
    name: 'connectionTests.identityProvider.test',
    request: 'POST /api/v1/federation-members/test-idp',
    summary: 'Tests an OpenID Connect or SAML identity provider, step by step',
    about:
      'Returns 200 with a report whenever the test ran, even if a step failed. `summary.suggestedConfig` is a configuration from which you can create a directory.',
    scopes: ['tenant:federation.write'],
    body: [
      { name: 'protocol', kind: 'text', values: ['oidc', 'saml'] },
      { name: 'issuer', kind: 'text' },
      { name: 'clientId', kind: 'text' },
      { name: 'clientSecret', kind: 'text', secret: true, about: 'Used for the test, not kept.' },
      { name: 'metadataUrl', kind: 'text' },
      { name: 'metadataXml', kind: 'text' },
      { name: 'entityId', kind: 'text' },
      { name: 'directoryId', kind: 'text' },
    ],
    keyed: true,
  },
];
