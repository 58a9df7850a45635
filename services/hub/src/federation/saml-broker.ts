import { randomBytes } from 'node:crypto';
import type { CacheItem, Profile, SAML } from '@node-saml/node-saml';
import type { Egress } from '@platform/kit/egress';
import { connectionUrls, samlProvider } from '@platform/relying-party';
import type { SamlProvider } from '@platform/relying-party';
import { BrokeredSignInFailed } from './brokered-identity.ts';
import type { Broker, BrokeredAttempt, BrokeredOrder } from './brokered-identity.ts';
import type { SamlConnection } from './directory-connections.ts';
import type { SpentAssertion } from '../spent-assertions/spent-assertions.ts';
import { mappedIdentity, samlMapping } from './mapped-identity.ts';
import { clockSkewMs } from './saml-rules.ts';
import type { AcceptedAssertion } from './saml-rules.ts';
import { verifiedResponse } from './saml-verification.ts';
import type { VerifiedResponse } from './saml-verification.ts';

export interface SamlBrokerOptions {
  egress: Pick<Egress, 'request'>;
  connectionOf: (order: BrokeredOrder) => Promise<SamlConnection>;
  /** Marks an assertion as used. False if it was used before. */
  spend: (tenantId: string, assertion: SpentAssertion) => Promise<boolean>;
}

function providerIn(metadata: string, entityId: string): SamlProvider {
  try {
    return samlProvider(metadata, entityId);
  } catch (cause) {
    throw new BrokeredSignInFailed('connection_unavailable', { cause });
  }
}

const urlsOf = ({ issuer, origin, connection }: BrokeredOrder) =>
  connectionUrls(issuer, connection, origin);

/** A request cache for one request and one response to it, so that unsolicited responses are rejected. */
function oneRequest(requestId: string | undefined) {
  let id = requestId;
  const item = (value: string): CacheItem => ({ value, createdAt: Date.now() });
  return {
    id: () => id,
    async saveAsync(key: string, value: string) {
      id = key;
      return item(value);
    },
    getAsync: async (key: string) => (key === id ? new Date().toISOString() : null),
    async removeAsync(key: string | null) {
      if (key === id) id = undefined;
      return key;
    },
  };
}

const attributesOf = ({
  attributes,
}: Profile & { attributes?: unknown }): Record<string, unknown> =>
  typeof attributes === 'object' && attributes !== null
    ? { ...(attributes as Record<string, unknown>) }
    : {};

/** Signs people in at the SAML identity provider of a directory (SAML 2.0 Web Browser SSO, initiated by the service provider only). */
export function samlBroker({ egress, connectionOf, spend }: SamlBrokerOptions): Broker {
  async function metadataOf(tenantId: string, { config }: SamlConnection): Promise<string> {
    if (config.metadataXml !== undefined) return config.metadataXml;
    const url = config.metadataUrl ?? '';
    const unavailable = (cause: unknown) =>
      new BrokeredSignInFailed('connection_unavailable', { cause });
    try {
      const answer = await egress.request({ tenantId, method: 'GET', url, timeoutMs: 8_000 });
      if (answer.status !== 200 || answer.truncated)
        throw new Error(`the metadata returned status ${answer.status}`);
      return Buffer.from(answer.body).toString('utf8');
    } catch (error) {
      throw unavailable(error);
    }
  }

  async function serviceProvider(
    order: BrokeredOrder,
    {
      connection,
      provider,
      request,
    }: {
      connection: SamlConnection;
      provider: SamlProvider;
      request: ReturnType<typeof oneRequest>;
    },
  ): Promise<SAML> {
    // Loaded with the first sign-in: most tenants have no connection with SAML.
    const { SAML: ServiceProvider, ValidateInResponseTo } = await import('@node-saml/node-saml');
    const { config, secret } = connection;
    const signing = config.signRequests && secret;
    const { entityId, acsUrl } = urlsOf(order);
    return new ServiceProvider({
      issuer: entityId,
      audience: entityId,
      callbackUrl: acsUrl,
      entryPoint: provider.ssoUrl,
      idpCert: provider.certificates,
      idpIssuer: provider.entityId,
      identifierFormat: config.nameIdFormat ?? null,
      // A signed response with an unsigned assertion is not enough, because the identity comes from the assertion.
      wantAssertionsSigned: true,
      wantAuthnResponseSigned: false,
      validateInResponseTo: ValidateInResponseTo.always,
      cacheProvider: request,
      acceptedClockSkewMs: clockSkewMs,
      disableRequestedAuthnContext: true,
      signatureAlgorithm: 'sha256',
      ...(signing && {
        privateKey: secret.signingKeyPem,
        publicCert: secret.signingCertificatePem,
      }),
      ...(secret?.decryptionKeyPem && { decryptionPvk: secret.decryptionKeyPem }),
    });
  }

  async function openFor(order: BrokeredOrder, requestId?: string) {
    const connection = await connectionOf(order);
    const metadata = await metadataOf(order.tenantId, connection);
    const provider = providerIn(metadata, connection.config.entityId);
    const request = oneRequest(requestId);
    const saml = await serviceProvider(order, { connection, provider, request });
    return { connection, request, provider, saml };
  }

  async function verified(
    order: BrokeredOrder,
    { requestId }: BrokeredAttempt,
    response: string,
  ): Promise<VerifiedResponse> {
    const { saml, provider, connection } = await openFor(order, requestId);
    const { allowSha1 } = connection.config;
    const decryptionKey = connection.secret?.decryptionKeyPem;
    const { acsUrl } = urlsOf(order);
    const expected = { acsUrl, providerEntityId: provider.entityId, requestId };
    return verifiedResponse(response, { saml, expected, decryptionKey, allowSha1 }).catch(
      (cause: unknown) => {
        throw new BrokeredSignInFailed('response_invalid', { cause });
      },
    );
  }

  /** @throws BrokeredSignInFailed for an assertion that was used before, on any pod */
  async function spendOnce({ tenantId, connection }: BrokeredOrder, assertion: AcceptedAssertion) {
    if (await spend(tenantId, { kind: 'saml', issuer: connection, ...assertion })) return;
    const cause = new Error('the assertion was used before');
    throw new BrokeredSignInFailed('response_invalid', { cause });
  }

  return {
    async begin(order) {
      const { request, saml } = await openFor(order);
      const state = `${order.loginId}.${randomBytes(32).toString('base64url')}`;
      const url = await saml.getAuthorizeUrlAsync(state, undefined, {});
      return { kind: 'saml', connection: order.connection, url, state, requestId: request.id() };
    },

    async complete(order, attempt, { SAMLResponse = '' }) {
      const { profile, assertion } = await verified(order, attempt, SAMLResponse);
      await spendOnce(order, assertion);
      const claims = attributesOf(profile);
      const { email, attributes } = mappedIdentity(claims, samlMapping(claims));
      return {
        kind: 'saml',
        connection: order.connection,
        issuer: profile.issuer,
        subject: profile.nameID,
        email: email || (profile.nameID.includes('@') ? profile.nameID : ''),
        // The provider vouches for addresses; provisioning accepts them only in domains that are verified for the directory.
        emailVerified: true,
        attributes,
        claims,
        acr: '',
        amr: [],
      };
    },
  };
}
