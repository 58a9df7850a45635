import { createRoute } from '@tanstack/react-router';
import { Building2 } from 'lucide-react';
import { oneOfParam, searchParams, textParam, textsParam } from '../../client/search-params.ts';
import { page } from '../page.ts';
import { frameRoute } from '../root-routes.tsx';

/** The list. */
export const organizationsRoute = createRoute({
  ...page({
    title: 'organizations',
    icon: Building2,
    words: ['organizations'],
    reads: ['organizationsList'],
    writes: ['organizationsCreate'],
  }),
  getParentRoute: () => frameRoute,
  path: '/organizations',
  validateSearch: searchParams({
    q: textParam,
    status: oneOfParam('active', 'suspended'),
    cursors: textsParam,
  }),
});

/** An organization. Its tabs are routes below it. */
export const organizationRoute = createRoute({
  ...page({
    title: 'organization',
    words: ['organizations'],
    reads: ['organizationsGet'],
    writes: ['organizationsUpdate', 'organizationsDelete'],
  }),
  getParentRoute: () => frameRoute,
  path: '/organizations/$orgId',
});

export const membersRoute = createRoute({
  ...page({
    title: 'organization',
    words: ['organizations'],
    reads: ['organizationMembersList'],
    writes: ['organizationMembersPut', 'organizationMembersRemove'],
  }),
  getParentRoute: () => organizationRoute,
  path: '/',
  validateSearch: searchParams({ state: oneOfParam('active', 'inactive'), cursors: textsParam }),
});

export const invitationsRoute = createRoute({
  ...page({
    title: 'organization',
    words: ['organizations'],
    reads: ['organizationInvitationsList'],
    writes: ['organizationInvitationsCreate', 'organizationInvitationsRevoke'],
  }),
  getParentRoute: () => organizationRoute,
  path: '/invitations',
  validateSearch: searchParams({
    state: oneOfParam('pending', 'accepted', 'revoked', 'expired'),
    cursors: textsParam,
  }),
});

export const domainsRoute = createRoute({
  ...page({
    title: 'organization',
    words: ['organizations'],
    reads: ['organizationDomainsList'],
    writes: ['organizationDomainsAdd', 'organizationDomainsVerify', 'organizationDomainsDelete'],
  }),
  getParentRoute: () => organizationRoute,
  path: '/domains',
});

export const connectionsRoute = createRoute({
  ...page({
    title: 'organization',
    words: ['organizations', 'events', 'event-types'],
    reads: ['organizationSetupLinksList'],
    writes: ['organizationSetupLinksCreate', 'organizationSetupLinksRevoke'],
  }),
  getParentRoute: () => organizationRoute,
  path: '/connections',
  validateSearch: searchParams({ cursors: textsParam }),
});

export const settingsRoute = createRoute({
  getParentRoute: () => organizationRoute,
  path: '/settings',
});

export const organizationActivityRoute = createRoute({
  ...page({
    title: 'organization',
    words: ['organizations', 'audit'],
    reads: ['auditRecordList'],
  }),
  getParentRoute: () => organizationRoute,
  path: '/activity',
  validateSearch: searchParams({ cursors: textsParam }),
});

/** The tabs of an organization, as paths below it. */
export const organizationTabs = [
  { path: '', key: 'tab.members', reads: ['organizationMembersList'] },
  { path: '/invitations', key: 'tab.invitations', reads: ['organizationInvitationsList'] },
  { path: '/domains', key: 'tab.domains', reads: ['organizationDomainsList'] },
  { path: '/connections', key: 'tab.connections', reads: ['organizationSetupLinksList'] },
  { path: '/settings', key: 'tab.settings', reads: [] },
  { path: '/activity', key: 'tab.activity', reads: ['auditRecordList'] },
] as const;
