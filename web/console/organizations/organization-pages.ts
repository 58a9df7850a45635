import { lazyPage } from '../../parts/lazy-page.ts';
import {
  connectionsRoute,
  domainsRoute,
  invitationsRoute,
  membersRoute,
  organizationActivityRoute,
  organizationRoute,
  organizationsRoute,
  settingsRoute,
} from './organization-routes.ts';

// The page of each route. Pages import their routes, so routes know no page.
organizationsRoute.update({
  component: lazyPage(() => import('./organizations-page.tsx'), 'OrganizationsPage'),
});
organizationRoute.update({
  component: lazyPage(() => import('./organization-page.tsx'), 'OrganizationPage'),
});
membersRoute.update({ component: lazyPage(() => import('./members.tsx'), 'Members') });
invitationsRoute.update({
  component: lazyPage(() => import('./invitations.tsx'), 'Invitations'),
});
domainsRoute.update({ component: lazyPage(() => import('./domains.tsx'), 'Domains') });
connectionsRoute.update({
  component: lazyPage(() => import('./connections.tsx'), 'Connections'),
});
settingsRoute.update({
  component: lazyPage(() => import('./organization-settings.tsx'), 'OrganizationSettings'),
});
organizationActivityRoute.update({
  component: lazyPage(() => import('./organization-activity.tsx'), 'OrganizationActivity'),
});

export const organizationRoutes = [
  organizationsRoute,
  organizationRoute.addChildren([
    membersRoute,
    invitationsRoute,
    domainsRoute,
    connectionsRoute,
    settingsRoute,
    organizationActivityRoute,
  ]),
];
