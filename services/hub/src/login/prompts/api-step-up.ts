import type { ApiScopeResource } from '@platform/contracts';
import { interactionPolicy } from 'oidc-provider';
import type { KoaContextWithOIDC } from 'oidc-provider';
import { meetsStepUp } from '../../api-resources/granted-scopes.ts';
import type { ScopeFacts } from '../../api-resources/granted-scopes.ts';
import { extrasOf } from '../../oauth-clients/client-source.ts';
import { noteRequiredAcr } from '../../sessions/required-acr.ts';
import type { SignInSession } from '../../sessions/sign-in-session.ts';
import type { RequestedApis } from '../../tokens/requested-apis.ts';
import { requestedDetails } from '../../tokens/requested-details.ts';
import { isSessionOfAnother } from './named-user.ts';
import { apisOfRequest } from './requested-grant.ts';

const { Check } = interactionPolicy;
const strength = ['aal1', 'aal2', 'aal3', 'phr', 'phrh'];

type Requirement = NonNullable<ApiScopeResource['requires']>;

/** The requested scopes of APIs. */
async function requestedScopes(
  ctx: KoaContextWithOIDC,
  apis: RequestedApis,
): Promise<ScopeFacts[]> {
  const requested = ctx.oidc.requestParamScopes;
  return (await apisOfRequest(ctx, apis)).flatMap(({ scopes }) =>
    scopes.filter(({ name }) => requested.has(name)),
  );
}

/** What the requested scopes and details of APIs require of the sign-in. */
async function requirements(
  ctx: KoaContextWithOIDC,
  apis: RequestedApis,
): Promise<Pick<ScopeFacts, 'requires'>[]> {
  const types = new Set(requestedDetails(ctx).map(({ type }) => type));
  const details = (await apisOfRequest(ctx, apis)).flatMap(({ detailTypes }) =>
    detailTypes.filter(({ type }) => types.has(type)),
  );
  return [...(await requestedScopes(ctx, apis)), ...details].filter(({ requires }) => requires);
}

/** What a sign-in must meet for all of these scopes. */
function combined(scopes: readonly Pick<ScopeFacts, 'requires'>[]): Requirement {
  const acrs = scopes.flatMap(({ requires }) => requires?.acr ?? []);
  const ages = scopes.flatMap(({ requires }) => requires?.maxAgeSeconds ?? []);
  const acr = acrs.toSorted((a, b) => strength.indexOf(b) - strength.indexOf(a))[0];
  return {
    ...(acr !== undefined && { acr }),
    ...(ages.length > 0 && { maxAgeSeconds: Math.min(...ages) }),
  };
}

/**
 * Asks for another sign-in, once, where requested scopes of APIs require more assurance or a more recent one. Scopes whose requirements remain
 * unmet are missing in the token. The details are those of an access policy that asks for the same.
 */
export function apiStepUpCheck(
  apis: RequestedApis,
  satisfiedAcr: (ctx: KoaContextWithOIDC) => readonly string[],
): InstanceType<typeof Check> {
  const required = new WeakMap<KoaContextWithOIDC, Requirement>();
  return new Check(
    'api_step_up',
    'the requested scopes require another sign-in',
    'login_required',
    async (ctx) => {
      const session = ctx.oidc.session as SignInSession;
      if (!session.accountId || isSessionOfAnother(ctx)) return false;
      const scopes = await requirements(ctx, apis);
      if (scopes.length === 0) return false;
      noteRequiredAcr(ctx.oidc, combined(scopes).acr);
      if (ctx.oidc.result?.login) return false;
      const signIn = {
        satisfiedAcr: new Set(satisfiedAcr(ctx)),
        authTime: session.loginTs,
        now: Math.floor(Date.now() / 1000),
      };
      const unmet = scopes.filter((scope) => !meetsStepUp(scope, signIn));
      required.set(ctx, combined(unmet));
      return unmet.length > 0;
    },
    (ctx) => {
      const { acr = '', maxAgeSeconds = -1 } = required.get(ctx) ?? {};
      return { policy: { stepUp: { acr, maxAgeSeconds, methods: [] } } };
    },
  );
}

/** Asks third-party applications' users each time for sensitive scopes: consent to them is not remembered. */
export const sensitiveScopesCheck = (apis: RequestedApis): InstanceType<typeof Check> =>
  new Check(
    'sensitive_scopes',
    'the requested scopes require consent each time',
    'consent_required',
    async (ctx) => {
      const { client, result } = ctx.oidc;
      if (result?.consent || extrasOf(client!).first_party) return false;
      return (await requestedScopes(ctx, apis)).some(({ sensitive }) => sensitive);
    },
  );
