import { interactionPolicy } from 'oidc-provider';
import type { KoaContextWithOIDC } from 'oidc-provider';
import type { HookRuns } from '../../hooks/hook-run.ts';
import { postLoginHooks } from '../../hooks/post-login-hooks.ts';
import { oauthRefusal } from '../../oauth-errors/oauth-error.ts';
import { satisfiedBy } from '../../sessions/assurance.ts';
import type { LoginResult, SignInSession } from '../../sessions/sign-in-session.ts';
import { deniedBecause, originOf, policyResources } from '../../tokens/access-policy-check.ts';
import type { Decision, EvaluatePolicies } from '../../tokens/access-policy-check.ts';
import { invitationPrompt, otherAccountCheck } from './invitation-prompt.ts';
import { typesOf } from '../../tokens/authorization-details.ts';
import type { RequestedApis } from '../../tokens/requested-apis.ts';
import { requestedDetails } from '../../tokens/requested-details.ts';
import { apiStepUpCheck, sensitiveScopesCheck } from './api-step-up.ts';
import { isSessionOfAnother, namedUserCheck } from './named-user.ts';

const { Check, base } = interactionPolicy;

export interface LoginPolicyOptions {
  tenantId: string;
  evaluatePolicies: EvaluatePolicies;
  hooks: HookRuns;
  apis: RequestedApis;
  /** What names the management API. */
  apiResources: ReadonlySet<string>;
}

const sessionOf = (ctx: KoaContextWithOIDC): SignInSession => ctx.oidc.session as SignInSession;
const loginOf = (ctx: KoaContextWithOIDC): LoginResult | undefined =>
  ctx.oidc.result?.login as LoginResult | undefined;
const satisfiedAcr = (ctx: KoaContextWithOIDC): readonly string[] => {
  const { satisfiedAcr: satisfied, acr } = sessionOf(ctx);
  return satisfied ?? satisfiedBy(acr);
};

/** Whether the request returns from a sign-in that an access policy required. */
const wasAskedByPolicy = ({ oidc }: KoaContextWithOIDC): boolean =>
  oidc.result?.login !== undefined &&
  oidc.entities.Interaction?.prompt.reasons.includes('access_policy') === true;

/** The requested assurance, which can be essential in `claims` but never in `acr_values`. */
function askedAcr(ctx: KoaContextWithOIDC): { values: string[]; essential: boolean } {
  const asked = (ctx.oidc.claims.id_token?.['acr'] ?? {}) as {
    value?: string;
    values?: string[];
    essential?: boolean;
  };
  const values = asked.values ?? (asked.value === undefined ? [] : [asked.value]);
  return { values, essential: asked.essential === true };
}

/** Asks once for a sign-in with more assurance. If an essential `acr` is still not met, the request ends with an error. */
function needsAssurance(ctx: KoaContextWithOIDC): boolean {
  if (!sessionOf(ctx).accountId) return false;
  const { values, essential } = askedAcr(ctx);
  const satisfied = satisfiedAcr(ctx);
  if (values.length === 0 || values.some((value) => satisfied.includes(value))) return false;
  if (!loginOf(ctx)) return true;
  if (essential)
    throw oauthRefusal(
      400,
      'unmet_authentication_requirements',
      'the requested acr could not be reached',
    );
  return false;
}

/** Asks once for another user if the session's user is suspended or no longer a member of its organization. */
function isUserDisabled(ctx: KoaContextWithOIDC): boolean {
  if (sessionOf(ctx).accountId === undefined || ctx.oidc.account) return false;
  if (!loginOf(ctx)) return true;
  throw oauthRefusal(400, 'access_denied', 'the user is not allowed to sign in');
}

/** Shortens the session to the policies' limit. Returns whether that ends it, so that the user must sign in again. */
function shortenSession(ctx: KoaContextWithOIDC, { session: limits }: Decision): boolean {
  const session = sessionOf(ctx);
  const longest = limits?.maxSessionSeconds ?? 0;
  if (longest === 0 || session.loginTs === undefined) return false;
  const endsAt = session.loginTs + longest;
  if (session.endsAt === undefined || endsAt < session.endsAt) session.endsAt = endsAt;
  return endsAt <= Date.now() / 1000 && !loginOf(ctx);
}

/** Decides which prompts an authorization request goes through before it is answered. */
export function loginPolicy({
  tenantId,
  evaluatePolicies,
  hooks,
  apis,
  apiResources,
}: LoginPolicyOptions) {
  const postLogin = postLoginHooks({ tenantId, hooks, satisfiedAcr });
  const decided = new WeakMap<KoaContextWithOIDC, Decision>();

  const decide = (ctx: KoaContextWithOIDC): Promise<Decision | undefined> => {
    const { accountId, acr, amr, loginTs, organizationId } = sessionOf(ctx);
    const { acceptedDocTypes, passwordChanged } = loginOf(ctx) ?? {};
    return evaluatePolicies({
      tenantId,
      clientId: ctx.oidc.client!.clientId,
      userId: accountId,
      phase: 'authorize',
      grantType: 'authorization_code',
      scopes: [...ctx.oidc.requestParamScopes],
      resources: policyResources(Object.keys(ctx.oidc.resourceServers ?? {}), apiResources),
      detailTypes: typesOf(requestedDetails(ctx)),
      organizationId,
      acr,
      acrSatisfied: [...satisfiedAcr(ctx)],
      amr,
      authTime: loginTs,
      acceptedDocTypes,
      passwordChanged,
      ...originOf(ctx),
    });
  };

  async function policiesRequireSignIn(ctx: KoaContextWithOIDC): Promise<boolean> {
    if (!sessionOf(ctx).accountId || !ctx.oidc.account || isSessionOfAnother(ctx)) return false;
    const decision = await decide(ctx);
    if (!decision) return false;
    if (decision.outcome === 'allow') return shortenSession(ctx, decision);
    if (decision.outcome === 'deny')
      throw oauthRefusal(400, 'access_denied', deniedBecause(decision));
    // Policies apply once the user is known, so their requirements take a second sign-in. There is no third.
    if (wasAskedByPolicy(ctx))
      throw oauthRefusal(400, 'access_denied', 'the sign-in does not meet the access policies');
    decided.set(ctx, decision);
    return true;
  }

  const policy = base();
  const login = policy.get('login')!;
  login.checks.remove('essential_acrs');
  login.checks.remove('essential_acr');
  login.checks.remove('id_token_hint');
  login.checks.remove('claims_id_token_sub_value');
  login.checks.add(namedUserCheck());
  login.checks.add(
    new Check(
      'user_disabled',
      'the user is not allowed to sign in',
      'login_required',
      isUserDisabled,
    ),
  );
  login.checks.add(
    new Check(
      'assurance',
      'the requested assurance needs another sign-in',
      'login_required',
      needsAssurance,
      (ctx) => ({ acr: askedAcr(ctx) }),
    ),
  );
  login.checks.add(
    new Check(
      'access_policy',
      'an access policy requires another sign-in',
      'login_required',
      policiesRequireSignIn,
      (ctx) => ({ policy: decided.get(ctx) }),
    ),
  );
  login.checks.add(
    new Check(
      'post_login_hook',
      'an inline hook requires another sign-in',
      'login_required',
      async (ctx) => !isSessionOfAnother(ctx) && (await postLogin.askForMore(ctx)),
      (ctx) => ({ ...postLogin.detailsOf(ctx) }),
    ),
  );
  login.checks.add(apiStepUpCheck(apis, satisfiedAcr));
  login.checks.add(otherAccountCheck());
  policy.add(invitationPrompt(), 1);
  const consent = policy.get('consent')!;
  consent.checks.add(sensitiveScopesCheck(apis));
  consent.checks.remove('native_client_prompt');
  consent.checks.add(
    // RFC 8252 §8.6: another application on the device may impersonate this one, so no code is issued without interaction.
    new Check(
      'native_client_prompt',
      'native applications require user interaction',
      'interaction_required',
      ({ oidc }) =>
        oidc.client?.applicationType === 'native' && !oidc.result?.consent && !oidc.result?.login,
    ),
  );
  return policy;
}
