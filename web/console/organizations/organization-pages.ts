import { lazyRouteComponent } from '@tanstack/react-router';
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
  component: lazyRouteComponent(() => import('./organizations-page.tsx'), 'OrganizationsPage'),
});
organizationRoute.update({
  component: lazyRouteComponent(() => import('./organization-page.tsx'), 'OrganizationPage'),
});
membersRoute.update({ component: lazyRouteComponent(() => import('./members.tsx'), 'Members') });
invitationsRoute.update({
  component: lazyRouteComponent(() => import('./invitations.tsx'), 'Invitations'),
});
domainsRoute.update({ component: lazyRouteComponent(() => import('./domains.tsx'), 'Domains') });
connectionsRoute.update({
  component: lazyRouteComponent(() => import('./connections.tsx'), 'Connections'),
});
settingsRoute.update({
  component: lazyRouteComponent(
    () => import('./organization-settings.tsx'),
    'OrganizationSettings',
  ),
});
organizationActivityRoute.update({
  component: lazyRouteComponent(
    () => import('./organization-activity.tsx'),
    'OrganizationActivity',
  ),
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
