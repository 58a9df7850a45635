import type { ClaimValidatorOf } from '@platform/siblings/claims';
import { errors } from 'oidc-provider';
import type { AccessToken, ClientCredentials, KoaContextWithOIDC } from 'oidc-provider';
import type { RequestedApi, SignInFacts } from '../api-resources/granted-scopes.ts';
import { satisfiedBy } from '../sessions/assurance.ts';
import { apiTokenOf } from './api-token.ts';
import { checkDetails, detailsAt, narrowedDetails, parseDetails } from './authorization-details.ts';
import type { AuthorizationDetail } from './authorization-details.ts';
import { exchangeSubject } from './exchange-subject.ts';
import { tokenSource } from './token-source.ts';

/** What a token request can get: the details that were granted to it, and how their user signed in. */
interface Granted {
  details: readonly AuthorizationDetail[];
  signIn?: SignInFacts;
}

const signInOf = (acr: string | undefined, authTime: number | undefined): SignInFacts => ({
  satisfiedAcr: new Set(satisfiedBy(acr)),
  authTime,
  now: Math.floor(Date.now() / 1000),
});

/** Undefined for a client without a user, which asks for itself. */
function grantedTo(ctx: KoaContextWithOIDC, api: RequestedApi): Granted | undefined {
  const subject = exchangeSubject(ctx);
  if (subject) {
    const {
      acr,
      auth_time: authTime,
      authorization_details: details = [],
    } = subject.claims as {
      acr?: string;
      auth_time?: number;
      authorization_details?: AuthorizationDetail[];
    };
    return {
      details: subject.api?.id === api.id ? details : [],
      signIn: signInOf(acr, authTime),
    };
  }
  const source = tokenSource(ctx);
  return source && { details: source.rar ?? [], signIn: signInOf(source.acr, source.authTime) };
}

/** The details that a token request asks for, by default those that were granted to it. */
function askedDetails({ oidc }: KoaContextWithOIDC): AuthorizationDetail[] | undefined {
  const asked = oidc.body?.['authorization_details'];
  return typeof asked === 'string' ? parseDetails(asked) : undefined;
}

/** The details of a token request, before they are checked. */
export function tokenDetails(ctx: KoaContextWithOIDC): readonly AuthorizationDetail[] {
  const granted = exchangeSubject(ctx)?.claims as { authorization_details?: AuthorizationDetail[] };
  return askedDetails(ctx) ?? granted?.authorization_details ?? tokenSource(ctx)?.rar ?? [];
}

/** Adds authorization details to access tokens and to the responses with them (RFC 9396 §7, §9.1). */
export const addTokenDetails =
  (validatorOf: ClaimValidatorOf) =>
  (
    ctx: KoaContextWithOIDC,
    token: AccessToken | ClientCredentials,
    payload: Record<string, unknown>,
  ): void => {
    const wanted = askedDetails(ctx);
    const api = apiTokenOf(ctx, token)?.api;
    if (!api) {
      if (wanted && wanted.length > 0)
        throw new errors.InvalidAuthorizationDetails('the token is not for an API of the tenant');
      return;
    }
    const granted = grantedTo(ctx, api);
    if (!granted && wanted) checkDetails(wanted, [api], validatorOf);
    const all = granted ? narrowedDetails(granted.details, wanted) : (wanted ?? []);
    const details = detailsAt(api, all, granted?.signIn);
    if (details.length === 0) return;
    payload['authorization_details'] = details;
    // The library returns this in the response.
    (token as { rar?: unknown }).rar = details;
  };
