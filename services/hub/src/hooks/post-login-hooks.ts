import type { KoaContextWithOIDC } from 'oidc-provider';
import { engineRefusal } from '../oauth-errors/oauth-error.ts';
import type { SignInSession } from '../sessions/sign-in-session.ts';
import { originOf } from '../tokens/access-policy-check.ts';
import { describable } from './denial.ts';
import { StageFailed } from './hook-run.ts';
import type { HookRuns, StageOutcome } from './hook-run.ts';

/** What {@link postLoginHooks} needs. */
export interface PostLoginHookOptions {
  tenantId: string;
  hooks: HookRuns;
  /** What the session satisfies. */
  satisfiedAcr: (ctx: KoaContextWithOIDC) => readonly string[];
}

/** The assurance that hooks asked for, as the login reads it from the details of its prompt. */
export interface HookDetails {
  policy: { stepUp: { acr: string } };
  byHook: true;
}

/** Calls the hooks of `post_login` once for each sign-in, before anything is issued for it. */
export function postLoginHooks({ tenantId, hooks, satisfiedAcr }: PostLoginHookOptions) {
  const asked = new WeakMap<KoaContextWithOIDC, HookDetails>();

  async function outcomeOf(ctx: KoaContextWithOIDC): Promise<StageOutcome> {
    const session = ctx.oidc.session as SignInSession;
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
      throw engineRefusal(
        503,
        'temporarily_unavailable',
        'a hook that decides on sign-ins cannot be asked at the moment',
      );
    }
  }

  return {
    /** Do the hooks ask for another, stronger sign-in? @throws `access_denied` where they deny, or a second sign-in is not strong enough either */
    async askForMore(ctx: KoaContextWithOIDC): Promise<boolean> {
      const session = ctx.oidc.session as SignInSession | undefined;
      if (!ctx.oidc.result?.login || session?.accountId === undefined) return false;
      const { denied, commands } = await outcomeOf(ctx);
      if (denied) throw engineRefusal(400, 'access_denied', describable(denied.message));
      const satisfied = satisfiedAcr(ctx);
      const missing = commands.find(
        (command) => command.type === 'require_acr' && !satisfied.includes(command.acr),
      );
      if (missing?.type !== 'require_acr') return false;
      const before = ctx.oidc.entities.Interaction?.prompt.details as Partial<HookDetails>;
      if (before.byHook)
        throw engineRefusal(
          400,
          'access_denied',
          'the sign-in is not as strong as a hook requires',
        );
      asked.set(ctx, { policy: { stepUp: { acr: missing.acr } }, byHook: true });
      return true;
    },
    detailsOf: (ctx: KoaContextWithOIDC): HookDetails | undefined => asked.get(ctx),
  };
}
