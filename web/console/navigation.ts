import type { AnyRoute } from '@tanstack/react-router';
import { scopesLackedFor } from '../client/permissions.ts';
import type { Session } from '../client/session.ts';
import { apisRoute } from './apis/api-routes.ts';
import { applicationsRoute } from './applications/application-routes.ts';
import { brandingRoute } from './branding/branding-routes.ts';
import { directoriesRoute } from './directories/directory-routes.ts';
import { organizationsRoute } from './organizations/organization-routes.ts';
import { analyticsRoute } from './analytics/analytics-routes.ts';
import { flowsRoute } from './flows/flow-routes.ts';
import { auditRoute } from './audit/audit-routes.ts';
import { elevationRoute } from './elevation/elevation-routes.ts';
import { emailsRoute } from './emails/email-routes.ts';
import { eventsRoute } from './events/event-routes.ts';
import { loginDomainsRoute } from './login-domains/login-domain-routes.ts';
import { attributesRoute } from './attributes/attribute-routes.ts';
import { claimsRoute } from './claims/claim-routes.ts';
import { hooksRoute } from './hooks/hook-routes.ts';
import { logStreamsRoute } from './log-streams/log-stream-routes.ts';
import { migrationRoute } from './migration/migration-routes.ts';
import { methodsRoute } from './methods/method-routes.ts';
import { overviewRoute } from './overview/overview-route.ts';
import type { ConsoleKey, Page } from './page.ts';
import { checkRoute, modelRoute, tuplesRoute } from './relations/relation-routes.ts';
import { consentsRoute, profileRoute, purposesRoute } from './consents/consent-routes.ts';
import { documentsRoute } from './documents/document-routes.ts';
import { requestsRoute } from './privacy/request-routes.ts';
import { rolesRoute } from './roles/role-routes.ts';
import { settingsRoute } from './settings/settings-routes.ts';
import { receiversRoute } from './shared-signals/receiver-routes.ts';
import { usersRoute } from './users/user-routes.ts';
import { webhooksRoute } from './webhooks/webhook-routes.ts';

/** A page in the navigation. */
export interface NavigationPage {
  href: string;
  page: Page;
}

interface Area {
  /** Absent for the start page. */
  label?: ConsoleKey;
  routes: readonly AnyRoute[];
}

/** The navigation, in its order. A page is added by its route. */
const areas: readonly Area[] = [
  { routes: [overviewRoute] },
  {
    label: 'area.people',
    routes: [usersRoute, organizationsRoute, directoriesRoute, attributesRoute, migrationRoute],
  },
  { label: 'area.applications', routes: [applicationsRoute, apisRoute] },
  {
    label: 'area.signIn',
    routes: [
      brandingRoute,
      flowsRoute,
      methodsRoute,
      loginDomainsRoute,
      emailsRoute,
      analyticsRoute,
    ],
  },
  {
    label: 'area.access',
    routes: [rolesRoute, elevationRoute, modelRoute, tuplesRoute, checkRoute],
  },
  {
    label: 'area.integrations',
    routes: [webhooksRoute, hooksRoute, claimsRoute, receiversRoute, logStreamsRoute],
  },
  { label: 'area.activity', routes: [eventsRoute, auditRoute] },
  {
    label: 'area.privacy',
    routes: [requestsRoute, consentsRoute, purposesRoute, documentsRoute, profileRoute],
  },
  { label: 'area.settings', routes: [settingsRoute] },
];

const pageOf = (route: AnyRoute): NavigationPage[] => {
  const page = route.options.staticData?.page;
  return page ? [{ href: String(route.fullPath), page }] : [];
};

/** Areas of the navigation with the pages that a user may see. Areas without any are left out. */
export const navigationOf = (session: Pick<Session, 'scopes'>) =>
  areas
    .map(({ label, routes }) => ({
      label,
      pages: routes
        .flatMap(pageOf)
        .filter(({ page }) => scopesLackedFor(session, page.reads).length === 0),
    }))
    .filter(({ pages }) => pages.length > 0);
