import type { BearerVerifier, DirectoryTenant } from '@platform/kit/auth';
import type { Logger, Metrics } from '@platform/kit/telemetry';
import type { ClaimValidatorOf } from '@platform/siblings/claims';
import type { JWK } from 'jose';
import type { Configuration } from 'oidc-provider';
import type { EnrichClaims } from '../claims-webhook/claims-enrichment.ts';
import type { HookRuns } from '../hooks/hook-run.ts';
import type { SecretUse } from '../oauth-clients/secret-use.ts';
import type { RequestedApis } from '../tokens/requested-apis.ts';
import type { ResourceSigning } from './resource-signing.ts';
import type { EvaluatePolicies } from '../tokens/access-policy-check.ts';
import type { EntitledScopes } from '../tokens/entitled-scopes.ts';
import type { StructuredTokenOptions } from '../tokens/structured-tokens.ts';
import type { TokenStep } from '../tokens/token-step.ts';
import type { UserAccessOf } from '../tokens/user-access.ts';
import type { ApiUserAccessOf } from '../api-resources/api-user-access.ts';
import type { ResourceKeys } from '../signing-keys/resource-keys.ts';
import type { FindUser, FindUserState } from '../userinfo/users.ts';
import type { AdapterOptions } from './adapter.ts';
import type { ProviderPagesOf } from './pages.ts';

/** Fetches URLs that clients register, such as their key sets. */
export type ProviderFetch = NonNullable<Configuration['fetch']>;

/** The rate limits of clients. */
export interface ClientLimits {
  /** Counts a request of a client. Returns the headers of the 429 if the limit is exceeded. */
  client(tenantId: string, clientId: string): Record<string, string> | undefined;
}

/** The lifetimes of tokens, codes and sessions, in seconds. */
export interface Lifetimes {
  refreshAbsolute: number;
  authorizationCode: number;
  deviceCode: number;
  idToken: number;
  session: number;
}

/** Options of {@link issuerProvider}. */
export interface ProviderOptions
  extends Omit<AdapterOptions, 'tenantId'>, Pick<StructuredTokenOptions, 'db'> {
  tenant: Pick<DirectoryTenant, 'id' | 'issuer'>;
  /** The private signing keys. */
  signing: readonly JWK[];
  apiResources: ReadonlySet<string>;
  /** Returns the keys that sign the cookies of one host. */
  cookieKeys: (host: string) => string[];
  lifetimes: Lifetimes;
  limits: ClientLimits;
  secretUse: Pick<SecretUse, 'used'>;
  verifyBearer: BearerVerifier;
  /** Filters scopes by the families that the tenant is entitled to. */
  entitledScopes: EntitledScopes;
  /** Returns the access of a user. */
  userAccessOf: UserAccessOf;
  findUser: FindUser;
  findUserState: FindUserState;
  /** Returns the token step that enforces access policies. */
  checkAccess: (tenantId: string) => TokenStep;
  evaluatePolicies: EvaluatePolicies;
  /** Validates authorization details by the schemas of their types. */
  validatorOf: ClaimValidatorOf;
  /** Calls the claims webhook of a client. */
  enrich: EnrichClaims;
  /** Runs the inline hooks of tenants. */
  /** What roles grant a user at an API of the tenant. */
  apiUserAccessOf: ApiUserAccessOf;
  /** The keys that sign tokens of the tenants' APIs. */
  resourceKeys: Pick<ResourceKeys, 'signing' | 'published'>;
  hooks: HookRuns;
  /** Without a leading dot. */
  platformDomain: string;
  /** The maximum size of the claims that hooks add to one token. */
  maxHookClaimsBytes: number;
  fetch: ProviderFetch;
  pagesOf: ProviderPagesOf;
  log: Logger;
  metrics: Metrics;
}

/** Options of a provider with what is made for it alone. */
export interface OwnProviderOptions extends ProviderOptions {
  /** The APIs of the tenant that requests name. */
  apis: RequestedApis;
  resourceSigning: Pick<ResourceSigning, 'signers'>;
}
