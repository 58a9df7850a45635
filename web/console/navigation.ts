import type { AnyRoute } from '@tanstack/react-router';
import { scopesLackedFor } from '../client/permissions.ts';
import type { Session } from '../client/session.ts';
import { applicationsRoute } from './applications/application-routes.ts';
import { brandingRoute } from './branding/branding-routes.ts';
import { directoriesRoute } from './directories/directory-routes.ts';
import { organizationsRoute } from './organizations/organization-routes.ts';
import { auditRoute } from './audit/audit-routes.ts';
import { emailsRoute } from './emails/email-routes.ts';
import { eventsRoute } from './events/event-routes.ts';
import { loginDomainsRoute } from './login-domains/login-domain-routes.ts';
import { logStreamsRoute } from './log-streams/log-stream-routes.ts';
import { methodsRoute } from './methods/method-routes.ts';
import { overviewRoute } from './overview/overview-route.ts';
import type { ConsoleKey, Page } from './page.ts';
import { requestsRoute } from './privacy/request-routes.ts';
import { settingsRoute } from './settings/settings-routes.ts';
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
  { label: 'area.people', routes: [usersRoute, organizationsRoute, directoriesRoute] },
  { label: 'area.applications', routes: [applicationsRoute] },
  { label: 'area.sign-in', routes: [brandingRoute, methodsRoute, loginDomainsRoute, emailsRoute] },
  { label: 'area.integrations', routes: [webhooksRoute, logStreamsRoute] },
  { label: 'area.activity', routes: [eventsRoute, auditRoute] },
  { label: 'area.privacy', routes: [requestsRoute] },
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
