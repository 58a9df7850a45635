import type { RpcClient } from '@platform/kit/grpc';
import { asProblem } from '@platform/kit/problem';
import { z } from 'zod';
import { BrokeredSignInFailed } from './brokered-identity.ts';

const oidcConfig = z.object({
  issuer: z.string(),
  clientId: z.string(),
  scopes: z.array(z.string()).default(['openid', 'profile', 'email']),
  claimMapping: z.record(z.string(), z.string()).default({}),
  requireVerifiedEmail: z.boolean().default(true),
});
const samlConfig = z.object({
  metadataUrl: z.string().optional(),
  metadataXml: z.string().optional(),
  entityId: z.string(),
  nameIdFormat: z.string().optional(),
  signRequests: z.boolean().default(false),
  allowSha1: z.boolean().default(false),
});
const oidcSecret = z.discriminatedUnion('type', [
  z.object({ type: z.literal('client_secret'), clientSecret: z.string() }),
  z.object({ type: z.literal('private_key_jwt'), privateKeyPem: z.string(), kid: z.string() }),
]);
const samlSecret = z.object({
  type: z.literal('saml_keys'),
  signingKeyPem: z.string(),
  signingCertificatePem: z.string(),
  decryptionKeyPem: z.string().optional(),
});

/** The OpenID provider of a directory. */
export interface OidcConnection {
  kind: 'oidc';
  config: z.output<typeof oidcConfig>;
  secret: z.output<typeof oidcSecret> | undefined;
}
/** The SAML identity provider of a directory. */
export interface SamlConnection {
  kind: 'saml';
  config: z.output<typeof samlConfig>;
  secret: z.output<typeof samlSecret> | undefined;
}
/** The identity provider at which people of a directory sign in. */
export type DirectoryConnection = OidcConnection | SamlConnection;

const parsed = (json: string): unknown => (json === '' ? undefined : JSON.parse(json));

const unavailable = (cause?: unknown) =>
  new BrokeredSignInFailed('connection_unavailable', { cause });

function connectionOf(kind: string, config: unknown, secret: unknown): DirectoryConnection {
  if (kind === 'oidc')
    return { kind, config: oidcConfig.parse(config), secret: oidcSecret.optional().parse(secret) };
  if (kind === 'saml')
    return { kind, config: samlConfig.parse(config), secret: samlSecret.optional().parse(secret) };
  throw unavailable();
}

/** Reads the identity provider of a directory. @throws BrokeredSignInFailed if it cannot be used */
export const directoryConnections =
  (directory: () => RpcClient<'platform.directory.v1.Directory'>) =>
  async (
    tenantId: string,
    directoryId: string,
    testedForOrganizationId = '',
  ): Promise<DirectoryConnection> => {
    try {
      const call = { deadlineMs: 2_000, repeatable: true };
      const question = { tenantId, directoryId, testedForOrganizationId };
      const found = await directory().GetConnection(question, call);
      return connectionOf(found.kind, parsed(found.configJson), parsed(found.secret));
    } catch (error) {
      if (error instanceof BrokeredSignInFailed) throw error;
      const isKnown = error instanceof z.ZodError || asProblem(error).code !== 'internal_error';
      throw isKnown ? unavailable(error) : error;
    }
  };

export type ConnectionOf = ReturnType<typeof directoryConnections>;
