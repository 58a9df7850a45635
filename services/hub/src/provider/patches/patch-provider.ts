import { Provider } from 'oidc-provider';
import type { KoaContextWithOIDC } from 'oidc-provider';
import { extrasOf } from '../../oauth-clients/client-source.ts';
import { cookie } from '../provider-configuration.ts';
import type { ProviderOptions } from '../provider-options.ts';
import type { CountRequest } from '../request-counter.ts';
import { chooseAccountByLogin } from './account-choice.ts';
import { chooseAcr } from './chosen-acr.ts';
import { acceptSlashedAudiences } from './slashed-audience.ts';
import { acceptExpiredHints } from './expired-hint.ts';
import { compareHashedSecrets } from './hashed-secrets.ts';
import { addIdTokenClaims } from './id-token-claims.ts';
import { storeModelProperties } from './model-properties.ts';
import { saveNewSessions } from './new-session.ts';
import { rejectPortZero } from './redirect-port.ts';
import { recordAssertions } from './replay-detection.ts';
import { requireCodeResponse } from './response-type.ts';
import { sendSecureCookies } from './secure-cookies.ts';
import { returnOpaqueValues } from './opaque-tokens.ts';
import { includeSessionIds } from './session-ids.ts';
import { rejectUnauthorizedGrants } from './unauthorized-grant.ts';

interface PatchOptions {
  countRequest: CountRequest;
  idTokenClaims: (ctx: KoaContextWithOIDC) => Promise<Record<string, unknown>>;
}

/** Applies the patches of the library, except those that its constructor needs. */
export function patchProvider(
  provider: Provider,
  { db, tenant, signing, lifetimes, secretUse }: ProviderOptions,
  { countRequest, idTokenClaims }: PatchOptions,
): void {
  sendSecureCookies(provider);
  storeModelProperties(provider);
  chooseAcr(provider);
  chooseAccountByLogin(provider);
  returnOpaqueValues(provider);
  includeSessionIds(provider);
  saveNewSessions(provider, { lifetimeSeconds: lifetimes.session, cookie });
  rejectUnauthorizedGrants(provider);
  rejectPortZero(provider);
  acceptSlashedAudiences(provider);
  requireCodeResponse(provider);
  acceptExpiredHints(provider, new Set(signing.flatMap(({ kid }) => kid ?? [])));
  recordAssertions(provider, { db, tenantId: tenant.id });
  addIdTokenClaims(provider, idTokenClaims);
  compareHashedSecrets(provider, (client, { id }) => {
    const { clientId } = client;
    secretUse.used({ tenantId: extrasOf(client).home_tenant, clientId, id });
    countRequest(Provider.ctx as KoaContextWithOIDC, clientId);
  });
}
