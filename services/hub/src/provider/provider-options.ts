import type { BearerVerifier, DirectoryTenant } from '@platform/kit/auth';
import type { Logger } from '@platform/kit/telemetry';
import type { JWK } from 'jose';
import type { Configuration } from 'oidc-provider';
import type { EnrichClaims } from '../claims-webhook/claims-enrichment.ts';
import type { HookRuns } from '../hooks/hook-run.ts';
import type { SecretUse } from '../oauth-clients/secret-use.ts';
import type { EvaluatePolicies } from '../tokens/access-policy-check.ts';
import type { EntitledScopes } from '../tokens/entitled-scopes.ts';
import type { StructuredTokenOptions } from '../tokens/structured-tokens.ts';
import type { TokenStep } from '../tokens/token-step.ts';
import type { UserAccessOf } from '../tokens/user-access.ts';
import type { FindUser, FindUserState } from '../userinfo/users.ts';
import type { AdapterOptions } from './adapter.ts';
import type { ProviderPagesOf } from './pages.ts';

/** Fetches the key sets of clients. */
export type ProviderFetch = NonNullable<Configuration['fetch']>;

/** The rate limits of clients. */
export interface ClientLimits {
  /** Counts a request of an authenticated client; the headers of a 429 beyond the limit. */
  client(tenantId: string, clientId: string): Record<string, string> | undefined;
}

/** How long things live, in seconds. */
export interface Lifetimes {
  refreshAbsolute: number;
  authorizationCode: number;
  deviceCode: number;
  idToken: number;
  session: number;
}

/** Options of {@link issuerProvider}. */
export interface ProviderOptions
  extends Omit<AdapterOptions, 'tenantId'>, Pick<StructuredTokenOptions, 'db' | 'verifyBearer'> {
  tenant: Pick<DirectoryTenant, 'id' | 'issuer'>;
  /** The private halves of the keys that sign. */
  signing: readonly JWK[];
  apiResources: ReadonlySet<string>;
  /** Keys that sign the cookies of one host. */
  cookieKeys: (host: string) => string[];
  lifetimes: Lifetimes;
  limits: ClientLimits;
  secretUse: Pick<SecretUse, 'used'>;
  verifyBearer: BearerVerifier;
  /** Those scopes whose families the tenant is entitled to. */
  entitledScopes: EntitledScopes;
  /** What a user may do. */
  userAccessOf: UserAccessOf;
  findUser: FindUser;
  findUserState: FindUserState;
  /** What the access policies of a tenant's clients ask for. */
  checkAccess: (tenantId: string) => TokenStep;
  evaluatePolicies: EvaluatePolicies;
  /** What clients' claims webhooks say. */
  enrich: EnrichClaims;
  /** Inline hooks of tenants. */
  hooks: HookRuns;
  /** Without a leading dot. */
  platformDomain: string;
  /** Of the claims that hooks add to one token. */
  maxHookClaimsBytes: number;
  /** The library's way out to what clients register. */
  fetch: ProviderFetch;
  pagesOf: ProviderPagesOf;
  log: Logger;
}
