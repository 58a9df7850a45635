import { isReservedClaim, platformClaims } from '@platform/contracts';
import type { KoaContextWithOIDC } from 'oidc-provider';
import { oauthRefusal } from '../oauth-errors/oauth-error.ts';
import { originOf } from '../tokens/access-policy-check.ts';
import { apiTokenOf } from '../tokens/api-token.ts';
import { tokenSource } from '../tokens/token-source.ts';
import type { TokenStep } from '../tokens/token-step.ts';
import { describable } from './denial.ts';
import { StageFailed } from './hook-run.ts';
import type { HookRuns, StageOutcome } from './hook-run.ts';

export interface TokenHookOptions {
  tenantId: string;
  hooks: HookRuns;
  /** Without a leading dot. */
  platformDomain: string;
  maxClaimsBytes: number;
}

type Claims = Record<string, unknown>;

/** What hooks learn of a token. */
interface TokenFacts {
  scopes: readonly string[];
  /** The identifier of the tenant's API that it is for, if it is. */
  resource?: string | undefined;
  claims: Claims;
}

const stageOf = (ctx: KoaContextWithOIDC): 'client_credentials' | 'token_issue' =>
  ctx.oidc.params?.['grant_type'] === 'client_credentials' ? 'client_credentials' : 'token_issue';

/** Whether a claim is reserved: those of the platform, and those that control what a token can be used for. */
const isReserved = (name: string, platformDomain: string): boolean =>
  (platformClaims as readonly string[]).includes(name) || isReservedClaim(name, platformDomain);

function removeScopes(
  { commands }: StageOutcome,
  token: Parameters<TokenStep>[1],
  payload: Claims,
): void {
  const removed = new Set(commands.flatMap((c) => (c.type === 'remove_scope' ? [c.scope] : [])));
  if (removed.size === 0) return;
  const kept = [...token.scopes].filter((scope) => !removed.has(scope)).join(' ');
  // The library returns the token's scope in the response.
  (token as { scope?: string | undefined }).scope = kept || undefined;
  if (kept === '') delete payload['scope'];
  else payload['scope'] = kept;
}

/** Runs the hooks of a token request once, and applies their commands to the tokens of the request. */
export function tokenHooks({ tenantId, hooks, platformDomain, maxClaimsBytes }: TokenHookOptions) {
  const outcomes = new WeakMap<KoaContextWithOIDC, Promise<StageOutcome>>();

  async function run(
    ctx: KoaContextWithOIDC,
    { scopes, claims, resource }: TokenFacts,
  ): Promise<StageOutcome> {
    const client = ctx.oidc.client!;
    const userId =
      tokenSource(ctx)?.accountId ?? (ctx.oidc.entities.Account?.accountId as string | undefined);
    const stage = stageOf(ctx);
    const isClient = stage === 'client_credentials';
    try {
      const outcome = await hooks.stage(stage, {
        tenantId,
        client: { id: client.clientId, name: client.clientName ?? null },
        ...(isClient || userId === undefined ? {} : { user: { id: userId } }),
        request: originOf(ctx),
        scopes: [...scopes],
        ...(resource !== undefined && { resource }),
        claims,
      });
      if (outcome.denied)
        throw oauthRefusal(400, 'access_denied', describable(outcome.denied.message));
      return outcome;
    } catch (error) {
      if (!(error instanceof StageFailed)) throw error;
      throw oauthRefusal(
        503,
        'temporarily_unavailable',
        'a required token hook is not available at the moment',
      );
    }
  }

  const outcomeOf = (ctx: KoaContextWithOIDC, token: TokenFacts): Promise<StageOutcome> => {
    const known = outcomes.get(ctx) ?? run(ctx, token);
    outcomes.set(ctx, known);
    return known;
  };

  function claimsFor({ commands }: StageOutcome, token: 'access' | 'id'): Claims {
    const given: Claims = {};
    for (const command of commands)
      if (
        command.type === 'set_claim' &&
        command.token === token &&
        !isReserved(command.name, platformDomain)
      )
        given[command.name] = command.value;
    return Buffer.byteLength(JSON.stringify(given)) > maxClaimsBytes ? {} : given;
  }

  return {
    /** Adds claims to an access token before it is signed, without replacing any, and removes scopes. */
    applyToAccessToken: (async (ctx, token, payload) => {
      if (!hooks.mayHave(tenantId, stageOf(ctx))) return;
      const outcome = await outcomeOf(ctx, {
        scopes: [...token.scopes],
        resource: apiTokenOf(ctx, token)?.api.identifier,
        claims: { ...payload },
      });
      for (const [name, value] of Object.entries(claimsFor(outcome, 'access')))
        payload[name] ??= value;
      removeScopes(outcome, token, payload);
    }) satisfies TokenStep,

    /** Returns the claims for an ID token of this request. */
    async idTokenClaims(ctx: KoaContextWithOIDC): Promise<Claims> {
      if (!hooks.mayHave(tenantId, stageOf(ctx))) return {};
      const scopes = tokenSource(ctx)?.scope?.split(' ') ?? [];
      return claimsFor(await outcomeOf(ctx, { scopes, claims: {} }), 'id');
    },
  };
}
