import type { IncomingMessage } from 'node:http';
import type { Logger, Metrics } from '@platform/kit/telemetry';
import type { CsrfTokens, Pages } from '@platform/pages';
import type { FailVisit } from '../provider/pages.ts';
import type { PostedResponses } from '../federation/posted-responses.ts';
import type { ExperienceOf } from '../login/login-experience.ts';
import type { LoginRequests } from '../login/requests/login-requests.ts';
import type { Logins } from '../login/logins.ts';
import type { NetworkOf } from '../login/browser/network.ts';
import type { Invitations } from './visits/invitation-visits.ts';
import type { ServeTenantAsset } from './frame/tenant-assets.ts';

export interface LoginSurfaceOptions {
  requests: LoginRequests;
  logins: Logins;
  invitations: Invitations;
  responses: Pick<PostedResponses, 'take'>;
  experienceOf: ExperienceOf;
  pages: Pages;
  csrf: CsrfTokens;
  addressOf: (req: IncomingMessage) => string;
  networkOf: NetworkOf;
  accountOf: (tenantId: string, userId: string) => Promise<string | undefined>;
  failVisit: FailVisit;
  serveAsset: ServeTenantAsset;
  metrics: Pick<Metrics, 'counter'>;
  log: Logger;
}
