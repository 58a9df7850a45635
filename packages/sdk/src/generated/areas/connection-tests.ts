// Generated from the catalogue of operations by `npm run generate:sdk`. Do not edit.
import type { Call } from '../../call.ts';
import type { Client } from '../../client.ts';
import type { KeyedOptions } from '../../options.ts';
import type { BodyCode, CommonCode, KeyCode } from '../problems.ts';
import type * as api from '../schemas.ts';

/** Methods of `connectionTests`. */
export interface ConnectionTestsResource {
  readonly workspace: ConnectionTestsWorkspaceResource;

  readonly cloudDirectory: ConnectionTestsCloudDirectoryResource;

  readonly identityProvider: ConnectionTestsIdentityProviderResource;
}

/** Methods of `connectionTests.workspace`. */
export interface ConnectionTestsWorkspaceResource {
  /**
   * Tests a connection to Google Workspace, step by step.
   *
   * Returns 200 with a report whenever the test ran, even if a step failed. The credential is not stored.
   *
   * Scopes: `tenant:federation.write`.
   * @example
   * const workspaceTest = await platform.connectionTests.workspace.test({
   *   serviceAccountKey: {
   *     type: 'service_account',
   *     client_email: 'ada@example.com',
   *     private_key: 'example',
   *   },
   *   adminEmail: 'ada@example.com',
   * });
   */
  test(
    body: api.WorkspaceTestRequest,
    options?: KeyedOptions,
  ): Call<api.WorkspaceTestResponse, CommonCode | BodyCode | KeyCode>;
}

/** Methods of `connectionTests.cloudDirectory`. */
export interface ConnectionTestsCloudDirectoryResource {
  /**
   * Tests a connection to Microsoft Entra ID, step by step.
   *
   * Returns 200 with a report whenever the test ran, even if a step failed. The credential is not stored.
   *
   * Scopes: `tenant:federation.write`.
   * @example
   * const cloudDirectoryTest = await platform.connectionTests.cloudDirectory.test({
   *   cloud: 'global',
   *   tenantId: 'example',
   * });
   */
  test(
    body: api.CloudDirectoryTestRequest,
    options?: KeyedOptions,
  ): Call<api.CloudDirectoryTestResponse, CommonCode | BodyCode | KeyCode>;
}

/** Methods of `connectionTests.identityProvider`. */
export interface ConnectionTestsIdentityProviderResource {
  /**
   * Tests an OpenID Connect or SAML identity provider, step by step.
   *
   * Returns 200 with a report whenever the test ran, even if a step failed. `summary.suggestedConfig` is a configuration from which you can create a directory.
   *
   * Scopes: `tenant:federation.write`.
   * @example
   * const idpTest = await platform.connectionTests.identityProvider.test({
   *   protocol: 'oidc',
   *   issuer: 'https://example.com/path',
   *   clientId: 'app_ledger',
   *   clientSecret: 'shown-only-once',
   * });
   */
  test(
    body: api.IdpTestRequest,
    options?: KeyedOptions,
  ): Call<api.IdpTestResponse, CommonCode | BodyCode | KeyCode>;
}

/** Makes the methods of `connectionTests` for a client. */
export const connectionTests = (client: Client): ConnectionTestsResource => ({
  workspace: {
    test: (body, options) =>
      client.call(
        {
          name: 'connectionTests.workspace.test',
          method: 'POST',
          path: '/api/v1/federation-members/workspace/test',
          seconds: 30,
        },
        [],
        body,
        options,
      ),
  },
  cloudDirectory: {
    test: (body, options) =>
      client.call(
        {
          name: 'connectionTests.cloudDirectory.test',
          method: 'POST',
          path: '/api/v1/federation-members/test',
          seconds: 30,
        },
        [],
        body,
        options,
      ),
  },
  identityProvider: {
    test: (body, options) =>
      client.call(
        {
          name: 'connectionTests.identityProvider.test',
          method: 'POST',
          path: '/api/v1/federation-members/test-idp',
          seconds: 30,
        },
        [],
        body,
        options,
      ),
  },
});
