import { createRouter } from '@tanstack/react-router';
import type { AppContext } from '../parts/app-root.tsx';
import { PageFailed } from '../parts/page-failed.tsx';
import { NotFound } from '../parts/not-found.tsx';
import { apiRoutes } from './apis/api-pages.ts';
import { applicationRoutes } from './applications/application-pages.ts';
import { analyticsRoutes } from './analytics/analytics-pages.ts';
import { flowRoutes } from './flows/flow-pages.ts';
import { brandingRoutes } from './branding/branding-pages.ts';
import { consentRoutes } from './consents/consent-pages.ts';
import { documentRoutes } from './documents/document-pages.ts';
import { ConsoleFrame } from './frame/console-frame.tsx';
import { directoryRoutes } from './directories/directory-pages.ts';
import { organizationRoutes } from './organizations/organization-pages.ts';
import { auditRoutes } from './audit/audit-pages.ts';
import { elevationRoutes } from './elevation/elevation-pages.ts';
import { emailRoutes } from './emails/email-pages.ts';
import { eventRoutes } from './events/event-pages.ts';
import { loginDomainRoutes } from './login-domains/login-domain-pages.ts';
import { attributeRoutes } from './attributes/attribute-pages.ts';
import { claimRoutes } from './claims/claim-pages.ts';
import { hookRoutes } from './hooks/hook-pages.ts';
import { logStreamRoutes } from './log-streams/log-stream-pages.ts';
import { migrationRoutes } from './migration/migration-pages.ts';
import { methodRoutes } from './methods/method-pages.ts';
import { overviewRoutes } from './overview/overview-pages.ts';
import { frameRoute, rootRoute, signedInRoute } from './root-routes.tsx';
import { relationRoutes } from './relations/relation-pages.ts';
import { requestRoutes } from './privacy/request-pages.ts';
import { roleRoutes } from './roles/role-pages.ts';
import { settingsRoutes } from './settings/settings-pages.ts';
import { receiverRoutes } from './shared-signals/receiver-pages.ts';
import { userRoutes } from './users/user-pages.ts';
import { webhookRoutes } from './webhooks/webhook-pages.ts';

frameRoute.update({ component: ConsoleFrame });

const pages = [
  ...overviewRoutes,
  ...userRoutes,
  ...organizationRoutes,
  ...directoryRoutes,
  ...attributeRoutes,
  ...migrationRoutes,
  ...applicationRoutes,
  ...flowRoutes,
  ...analyticsRoutes,
  ...relationRoutes,
  ...apiRoutes,
  ...roleRoutes,
  ...elevationRoutes,
  ...brandingRoutes,
  ...methodRoutes,
  ...loginDomainRoutes,
  ...emailRoutes,
  ...webhookRoutes,
  ...hookRoutes,
  ...claimRoutes,
  ...receiverRoutes,
  ...logStreamRoutes,
  ...eventRoutes,
  ...auditRoutes,
  ...requestRoutes,
  ...consentRoutes,
  ...documentRoutes,
  ...settingsRoutes,
];

/** The routes of the console, below `/console`. */
export const consoleRouter = (context: AppContext) =>
  createRouter({
    routeTree: rootRoute.addChildren([frameRoute.addChildren(pages), signedInRoute]),
    basepath: '/console',
    context,
    defaultErrorComponent: PageFailed,
    defaultNotFoundComponent: NotFound,
    defaultPreload: false,
    scrollRestoration: true,
  });
