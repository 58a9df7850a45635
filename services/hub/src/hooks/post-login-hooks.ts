import type { KoaContextWithOIDC } from 'oidc-provider';
import { oauthRefusal } from '../oauth-errors/oauth-error.ts';
import type { SignInSession } from '../sessions/sign-in-session.ts';
import { originOf } from '../tokens/access-policy-check.ts';
import { describable } from './denial.ts';
import { StageFailed } from './hook-run.ts';
import type { HookRuns, StageOutcome } from './hook-run.ts';

export interface PostLoginHookOptions {
  tenantId: string;
  hooks: HookRuns;
  /** Returns the values of `acr` that the session satisfies. */
  satisfiedAcr: (ctx: KoaContextWithOIDC) => readonly string[];
}

/** The assurance that hooks require, in the prompt details that the login reads. */
export interface HookDetails {
  policy: { stepUp: { acr: string } };
  byHook: true;
}

/** Whether the request directly follows a sign-in. After a consent, the result still contains the login, but the prompt is another one. */
const isSignIn = ({ oidc }: KoaContextWithOIDC): boolean =>
  oidc.result?.login !== undefined && oidc.entities.Interaction?.prompt.name === 'login';

/**
 * Calls the `post_login` hooks before anything is issued to a client, once per sign-in and client. The session records the clients
 * that they have allowed, because it outlives a denied request.
 */
export function postLoginHooks({ tenantId, hooks, satisfiedAcr }: PostLoginHookOptions) {
  const asked = new WeakMap<KoaContextWithOIDC, HookDetails>();

  async function outcomeOf(ctx: KoaContextWithOIDC, session: SignInSession): Promise<StageOutcome> {
    const client = ctx.oidc.client!;
    try {
      return await hooks.stage('post_login', {
        tenantId,
        client: { id: client.clientId, name: client.clientName ?? null },
        user: { id: session.accountId },
        request: originOf(ctx),
        scopes: [...ctx.oidc.requestParamScopes],
        claims: { acr: session.acr, amr: session.amr, org_id: session.organizationId },
      });
    } catch (error) {
      if (!(error instanceof StageFailed)) throw error;
      throw oauthRefusal(
        503,
        'temporarily_unavailable',
        'a required sign-in hook is not available at the moment',
      );
    }
  }

  return {
    /** Whether the hooks require another, stronger sign-in. @throws `access_denied` if they deny, or if the second sign-in is not strong enough */
    async askForMore(ctx: KoaContextWithOIDC): Promise<boolean> {
      const session = ctx.oidc.session as SignInSession | undefined;
      if (session?.accountId === undefined) return false;
      if (isSignIn(ctx)) session.postLoginClients = [];
      if (!ctx.oidc.account) return false;
      const passed = session.postLoginClients ?? [];
      const { clientId } = ctx.oidc.client!;
      if (passed.includes(clientId)) return false;
      const { denied, commands } = await outcomeOf(ctx, session);
      if (denied) throw oauthRefusal(400, 'access_denied', describable(denied.message));
      const satisfied = satisfiedAcr(ctx);
      const missing = commands.find(
        (command) => command.type === 'require_acr' && !satisfied.includes(command.acr),
      );
      if (missing?.type !== 'require_acr') {
        session.postLoginClients = [...passed, clientId];
        return false;
      }
      const before = ctx.oidc.entities.Interaction?.prompt.details as
        Partial<HookDetails> | undefined;
      if (before?.byHook)
        throw oauthRefusal(400, 'access_denied', 'a hook requires a stronger sign-in');
      asked.set(ctx, { policy: { stepUp: { acr: missing.acr } }, byHook: true });
      return true;
    },
    detailsOf: (ctx: KoaContextWithOIDC): HookDetails | undefined => asked.get(ctx),
  };
}
