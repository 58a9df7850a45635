import { createRouter } from '@tanstack/react-router';
import type { AppContext } from '../parts/app-root.tsx';
import { PageFailed } from '../parts/page-failed.tsx';
import { NotFound } from '../parts/not-found.tsx';
import { applicationRoutes } from './applications/application-routes.ts';
import { ConsoleFrame } from './frame/console-frame.tsx';
import { directoryRoutes } from './directories/directory-routes.ts';
import { organizationRoutes } from './organizations/organization-routes.ts';
import { auditRoutes } from './audit/audit-routes.ts';
import { eventRoutes } from './events/event-routes.ts';
import { logStreamRoutes } from './log-streams/log-stream-routes.ts';
import { overviewRoute } from './overview/overview-route.ts';
import { frameRoute, rootRoute, signedInRoute } from './root-routes.tsx';
import { requestRoutes } from './privacy/request-routes.ts';
import { settingsRoutes } from './settings/settings-routes.ts';
import { userRoutes } from './users/user-routes.ts';
import { webhookRoutes } from './webhooks/webhook-routes.ts';

frameRoute.update({ component: ConsoleFrame });

const pages = [
  overviewRoute,
  ...userRoutes,
  ...organizationRoutes,
  ...directoryRoutes,
  ...applicationRoutes,
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
