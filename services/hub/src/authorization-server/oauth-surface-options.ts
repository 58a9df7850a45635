import type { IncomingMessage } from 'node:http';
import type { DirectoryTenant } from '@platform/kit/auth';
import type { ClaimSchemasOf } from '@platform/siblings/claims';
import type { Logger } from '@platform/kit/telemetry';
import type { ClaimSchema } from '@platform/protos';
import type { PageHostOf } from '../login/page-host.ts';
import type { PublishedApis } from '../api-resources/published-apis.ts';
import type { ResourceKeys } from '../signing-keys/resource-keys.ts';
import type { SigningKeys } from '../signing-keys/signing-keys.ts';
import type { AnswerUserinfo } from '../userinfo/userinfo.ts';
import type { OAuthLimits } from './oauth-limits.ts';
import type { FailVisit } from '../provider/pages.ts';
import type { providers } from '../provider/providers.ts';

export interface OAuthSurfaceOptions {
  tenantOf: (host: string | undefined) => Promise<DirectoryTenant | null>;
  /** Finds the tenant whose pages a host serves, including login domains. */
  pageHostOf: PageHostOf;
  /** Sends an error page to a browser. */
  failVisit: FailVisit;
  schemasOf: ClaimSchemasOf<Pick<ClaimSchema, 'claimName'>>;
  providerOf: ReturnType<typeof providers>;
  keys: Pick<SigningKeys, 'current' | 'documentKeys'>;
  resourceKeys: Pick<ResourceKeys, 'published'>;
  publishedApis: PublishedApis;
  limits: OAuthLimits;
  answerUserinfo: AnswerUserinfo;
  /** The languages of the pages. */
  locales: readonly string[];
  /** Returns the base URL of the API on the host of an issuer. */
  apiBaseUrlOf: (issuer: string) => string;
  addressOf: (req: IncomingMessage) => string;
  log: Logger;
}
