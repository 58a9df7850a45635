import { randomBytes } from 'node:crypto';
import { providerKind } from '@platform/contracts';
import type { Database, Tx, TxContext } from '@platform/kit/database';
import { problem } from '@platform/kit/problem';
import { beginSignIn } from '@platform/relying-party';
import { noteConnectorUse, usableConnector, withDefaults } from '../connectors/connectors.ts';
import type { ConnectorRecord, Discover } from '../connectors/connectors.ts';
import { insertSocialAttempt } from './attempt-store.ts';
import type { AttemptSeals } from './attempt-seals.ts';
import { providerEndpoints } from './provider-endpoints.ts';

/** A sign-in that the hub requests. Absent texts are empty. */
export interface SignInOrder {
  provider: string;
  redirectUri: string;
  loginId: string;
  loginHint: string;
  uiLocales: readonly string[];
}

export interface BeginSignInOptions {
  db: Pick<Database, 'transact' | 'read'>;
  seals: AttemptSeals;
  discover: Discover;
  /** Origins of the tenant's pages. */
  pageOrigins: (tx: Tx) => Promise<string[]>;
  clock: () => number;
}

/** As long as the longest login. */
const lifetimeMs = 3_600_000;
const refuse = (detail: string) => problem('invalid_parameter', { detail });

/** Codes may only be sent to the provider's callback on a page of the tenant. */
function requireCallback({ redirectUri, provider }: SignInOrder, origins: readonly string[]): void {
  const isOurs = origins.some((origin) => redirectUri === `${origin}/login/callback/${provider}`);
  if (!isOurs) throw refuse('redirect_uri must be the callback of the provider on a tenant page');
}

function parametersOf(
  { provider, settings }: ConnectorRecord,
  { loginHint, uiLocales }: SignInOrder,
): Record<string, string> {
  return {
    ...settings.extraParameters,
    ...(loginHint && { login_hint: loginHint }),
    ...(uiLocales.length > 0 && { ui_locales: uiLocales.join(' ') }),
    // Apple returns a person's name and address only by POST.
    ...(providerKind(provider) === 'apple' && { response_mode: 'form_post' }),
  };
}

/** Begins sign-ins at social providers. */
export function beginSocialSignIn({ db, seals, discover, pageOrigins, clock }: BeginSignInOptions) {
  /** Fetches the discovery document now if it was unavailable when the connector was saved. */
  async function withEndpoints(context: TxContext, connector: ConnectorRecord) {
    const { provider, settings } = connector;
    const known = providerEndpoints(provider, settings, connector.discovery);
    if (known) return known;
    const { discovery, health } = await discover(context.tenantId, provider, settings);
    const found = providerEndpoints(provider, settings, discovery);
    await db.transact(context, (tx) =>
      noteConnectorUse(tx, provider, { health: found ? health : 'failing', discovery }),
    );
    if (found) return found;
    throw problem('upstream_unavailable', {
      detail: `The discovery document of "${provider}" cannot be read.`,
    });
  }

  return async (context: TxContext, order: SignInOrder) => {
    const { provider, loginId, redirectUri } = order;
    const { connector, origins } = await db.read(context, async (tx) => ({
      connector: await usableConnector(tx, provider),
      origins: await pageOrigins(tx),
    }));
    if (!connector)
      throw problem('not_found', { detail: `"${provider}" is not available for sign-in` });
    if (loginId === '') throw refuse('login_id is required');
    requireCallback(order, origins);
    const { settings } = connector;
    const { upstream } = await withEndpoints(context, connector);
    // The login's id lets the callback find the login; the rest is unguessable.
    const state = `${loginId}.${randomBytes(32).toString('base64url')}`;
    const { url, attempt } = await beginSignIn(upstream, settings, {
      redirectUri,
      scopes: withDefaults(provider, settings).scopes,
      state,
      usesPkce: settings.oidc?.pkce ?? true,
      parameters: parametersOf(connector, order),
    });
    const content = seals.sealAttempt(context.tenantId, attempt);
    const expiresAt = new Date(clock() + lifetimeMs);
    await db.transact(context, (tx) =>
      insertSocialAttempt(tx, { state, loginId }, { provider, content, expiresAt }),
    );
    return { authorizationUrl: url, state };
  };
}

/** See {@link beginSocialSignIn}. */
export type BeginSocialSignIn = ReturnType<typeof beginSocialSignIn>;
