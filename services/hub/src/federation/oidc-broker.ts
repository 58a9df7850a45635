import { createPrivateKey, randomBytes } from 'node:crypto';
import { egressFetch } from '@platform/kit/egress';
import type { Egress } from '@platform/kit/egress';
import {
  UpstreamRejected,
  beginSignIn,
  connectionUrls,
  readUserinfo,
  redeemSignIn,
} from '@platform/relying-party';
import type { Upstream, UpstreamClient } from '@platform/relying-party';
import { importPKCS8 } from 'jose';
import { z } from 'zod';
import { BrokeredSignInFailed } from './brokered-identity.ts';
import type { Broker, BrokeredOrder, ProviderResponse } from './brokered-identity.ts';
import type { OidcConnection } from './directory-connections.ts';
import { mappedIdentity, openidMapping } from './mapped-identity.ts';

const discoveryDocument = z.object({
  issuer: z.string(),
  authorization_endpoint: z.url({ protocol: /^https$/ }),
  token_endpoint: z.url({ protocol: /^https$/ }),
  jwks_uri: z.url({ protocol: /^https$/ }),
  userinfo_endpoint: z.url({ protocol: /^https$/ }).optional(),
  authorization_response_iss_parameter_supported: z.boolean().optional(),
});

const timeoutMs = 8_000;
const unavailable = (cause: unknown) =>
  new BrokeredSignInFailed('connection_unavailable', { cause });

export interface OidcBrokerOptions {
  egress: Pick<Egress, 'request'>;
  connectionOf: (order: BrokeredOrder) => Promise<OidcConnection>;
}

async function clientOf({ config, secret }: OidcConnection): Promise<UpstreamClient> {
  const { clientId } = config;
  if (!secret) return { clientId, auth: { method: 'none' } };
  if (secret.type === 'client_secret')
    return { clientId, auth: { method: 'client_secret_basic', secret: secret.clientSecret } };
  const isRsa = createPrivateKey(secret.privateKeyPem).asymmetricKeyType === 'rsa';
  const key = await importPKCS8(secret.privateKeyPem, isRsa ? 'RS256' : 'ES256');
  return { clientId, auth: { method: 'private_key_jwt', key, keyId: secret.kid } };
}

/** Signs people in at the OpenID provider of a directory. */
export function oidcBroker({ egress, connectionOf }: OidcBrokerOptions): Broker {
  const fetchOf = (tenantId: string) =>
    egressFetch(egress, { tenantId, timeoutMs }) as typeof globalThis.fetch;

  /** Reads the endpoints from the discovery document, which must name the configured issuer (OpenID Connect Discovery §4.3). */
  async function discover(tenantId: string, issuer: string): Promise<Upstream> {
    const url = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`;
    try {
      const response = await fetchOf(tenantId)(url);
      if (!response.ok) throw new Error(`discovery returned status ${response.status}`);
      const document = discoveryDocument.parse(await response.json());
      if (document.issuer !== issuer) throw new Error('the document has another issuer');
      return {
        issuer,
        authorizationEndpoint: document.authorization_endpoint,
        tokenEndpoint: document.token_endpoint,
        jwksUri: document.jwks_uri,
        userinfoEndpoint: document.userinfo_endpoint,
        sendsIssuer: document.authorization_response_iss_parameter_supported,
      };
    } catch (error) {
      throw unavailable(error);
    }
  }

  async function claimsOf(
    { tenantId }: BrokeredOrder,
    connection: OidcConnection,
    {
      attempt,
      response,
    }: { attempt: Parameters<Broker['complete']>[1]; response: ProviderResponse },
  ): Promise<Record<string, unknown>> {
    if (!attempt.attempt) throw new BrokeredSignInFailed('response_invalid');
    const upstream = await discover(tenantId, connection.config.issuer);
    const client = await clientOf(connection);
    const fetch = fetchOf(tenantId);
    const { accessToken, idTokenClaims } = await redeemSignIn(upstream, client, {
      parameters: new URLSearchParams(response),
      attempt: attempt.attempt,
      expectsIdToken: true,
      fetch,
    });
    const idToken = idTokenClaims ?? {};
    if (idToken['email'] !== undefined || upstream.userinfoEndpoint === undefined) return idToken;
    const subject = String(idToken['sub']);
    return {
      ...(await readUserinfo(upstream, client, { accessToken, subject, fetch })),
      ...idToken,
    };
  }

  return {
    async begin(order) {
      const { tenantId, issuer, origin, loginId, connection, loginHint, uiLocales } = order;
      const { config } = await connectionOf(order);
      const upstream = await discover(tenantId, config.issuer);
      const state = `${loginId}.${randomBytes(32).toString('base64url')}`;
      const { url, attempt } = await beginSignIn(upstream, config, {
        redirectUri: connectionUrls(issuer, connection, origin).redirectUri,
        scopes: [...new Set(['openid', ...config.scopes])],
        state,
        parameters: {
          ...(loginHint && { login_hint: loginHint }),
          ...(uiLocales.length > 0 && { ui_locales: uiLocales.join(' ') }),
        },
      });
      return { kind: 'oidc', connection, url, state, attempt };
    },

    async complete(order, attempt, response) {
      const connection = await connectionOf(order);
      const { claimMapping, requireVerifiedEmail, issuer } = connection.config;
      const claims = await claimsOf(order, connection, { attempt, response }).catch(
        (error: unknown) => {
          if (!(error instanceof UpstreamRejected)) throw error;
          const { reason } = error;
          const isReported = reason === 'access_denied' || reason === 'response_invalid';
          throw new BrokeredSignInFailed(isReported ? reason : 'connection_unavailable', {
            cause: error,
          });
        },
      );
      const { email, emailVerified, attributes } = mappedIdentity(claims, {
        ...openidMapping,
        ...claimMapping,
      });
      const { acr, amr } = claims;
      return {
        kind: 'oidc',
        connection: order.connection,
        issuer,
        subject: String(claims['sub']),
        email,
        // Many providers omit the claim, so a directory can be configured to accept addresses without it.
        emailVerified: requireVerifiedEmail ? emailVerified === true : emailVerified !== false,
        attributes,
        claims,
        acr: typeof acr === 'string' ? acr : '',
        amr: Array.isArray(amr) ? amr.filter((one) => typeof one === 'string') : [],
      };
    },
  };
}
