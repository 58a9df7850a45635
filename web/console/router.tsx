import { createRouter } from '@tanstack/react-router';
import type { AppContext } from '../parts/app-root.tsx';
import { PageFailed } from '../parts/page-failed.tsx';
import { NotFound } from '../parts/not-found.tsx';
import { applicationRoutes } from './applications/application-pages.ts';
import { brandingRoutes } from './branding/branding-pages.ts';
import { ConsoleFrame } from './frame/console-frame.tsx';
import { directoryRoutes } from './directories/directory-pages.ts';
import { organizationRoutes } from './organizations/organization-pages.ts';
import { auditRoutes } from './audit/audit-pages.ts';
import { emailRoutes } from './emails/email-pages.ts';
import { eventRoutes } from './events/event-pages.ts';
import { loginDomainRoutes } from './login-domains/login-domain-pages.ts';
import { logStreamRoutes } from './log-streams/log-stream-pages.ts';
import { methodRoutes } from './methods/method-pages.ts';
import { overviewRoutes } from './overview/overview-pages.ts';
import { frameRoute, rootRoute, signedInRoute } from './root-routes.tsx';
import { requestRoutes } from './privacy/request-pages.ts';
import { settingsRoutes } from './settings/settings-pages.ts';
import { userRoutes } from './users/user-pages.ts';
import { webhookRoutes } from './webhooks/webhook-pages.ts';

frameRoute.update({ component: ConsoleFrame });

const pages = [
  ...overviewRoutes,
  ...userRoutes,
  ...organizationRoutes,
  ...directoryRoutes,
  ...applicationRoutes,
  ...brandingRoutes,
  ...methodRoutes,
  ...loginDomainRoutes,
  ...emailRoutes,
  ...webhookRoutes,
  ...logStreamRoutes,
  ...eventRoutes,
  ...auditRoutes,
  ...requestRoutes,
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
