import { errors } from 'oidc-provider';
import type { Client, KoaContextWithOIDC } from 'oidc-provider';
import { clientRefusal, possibleScopes, scopesOfApi } from '../api-resources/granted-scopes.ts';
import type { RequestedApi } from '../api-resources/granted-scopes.ts';
import { extrasOf } from '../oauth-clients/client-source.ts';
import type { EntitledScopes } from './entitled-scopes.ts';
import { isOidcScope } from './oidc-scopes.ts';
import type { RequestedApis } from './requested-apis.ts';

export interface ScopePlanOptions {
  tenantId: string;
  apis: RequestedApis;
  /** What names the management API. */
  apiResources: ReadonlySet<string>;
  entitledScopes: EntitledScopes;
}

/** What a request for a user's authorization can end with, by the names of its resources. */
type ScopePlan = ReadonlyMap<string, readonly string[]>;

const maxResources = 5;

const resourcesOf = ({ oidc }: KoaContextWithOIDC): string[] =>
  [oidc.params?.['resource'] ?? []].flat() as string[];

/**
 * Plans the scopes of an authorization, pushed or device request: those of each resource that the client may have. The user is not asked
 * about, because a role that is given later counts at the next refresh. The scope of the request loses what no resource grants, and gets
 * the default scopes of APIs if it names none.
 */
export function scopePlan({ tenantId, apis, apiResources, entitledScopes }: ScopePlanOptions) {
  const plans = new WeakMap<KoaContextWithOIDC, Promise<ScopePlan>>();

  async function namedApi(ctx: KoaContextWithOIDC, client: Client, name: string) {
    const api = await apis.named(ctx, name);
    const caller = { mode: 'user', isFirstParty: extrasOf(client).first_party } as const;
    if (!api || clientRefusal(api, caller)) throw new errors.InvalidTarget();
    const ofIssuer = api.settings.userinfoAudience
      ? extrasOf(client).allowed_scopes.filter(isOidcScope)
      : [];
    return { api, possible: [...possibleScopes(api, caller), ...ofIssuer] };
  }

  function narrowScope(
    params: { scope?: string },
    plan: ScopePlan,
    issuer: readonly string[],
    named: readonly RequestedApi[],
  ): void {
    const requested = params.scope?.split(' ') ?? [];
    const possible = new Set([...issuer, ...[...plan.values()].flat()]);
    const defaults = requested.every(isOidcScope)
      ? named.flatMap((api) => scopesOfApi(api, api.settings.defaultScopes))
      : [];
    const kept = [...new Set([...requested, ...defaults])].filter((scope) => possible.has(scope));
    if (params.scope !== undefined && kept.length === 0)
      throw new errors.InvalidScope('the client has none of these scopes', params.scope);
    if (kept.length > 0) params.scope = kept.join(' ');
  }

  async function makePlan(ctx: KoaContextWithOIDC, client: Client): Promise<ScopePlan> {
    const names = resourcesOf(ctx);
    if (names.length > maxResources)
      throw new errors.InvalidRequest(`resource must not be sent more than ${maxResources} times`);
    const entitled = await entitledScopes(tenantId, extrasOf(client).allowed_scopes);
    const plan = new Map<string, readonly string[]>();
    const named: RequestedApi[] = [];
    for (const name of names) {
      if (apiResources.has(name)) {
        plan.set(name, entitled);
        continue;
      }
      const { api, possible } = await namedApi(ctx, client, name);
      named.push(api);
      plan.set(name, possible);
    }
    narrowScope(ctx.oidc.params as { scope?: string }, plan, entitled.filter(isOidcScope), named);
    return plan;
  }

  /** The scopes of one resource of the request. @throws OAuth errors */
  return async function plannedScopes(
    ctx: KoaContextWithOIDC,
    client: Client,
    resource: string,
  ): Promise<readonly string[]> {
    const plan = plans.get(ctx) ?? makePlan(ctx, client);
    plans.set(ctx, plan);
    return (await plan).get(resource) ?? [];
  };
}
