import { createRoute } from '@tanstack/react-router';
import { AppWindow } from 'lucide-react';
import { oneOfParam, searchParams, textParam, textsParam } from '../../client/search-params.ts';
import { page } from '../page.ts';
import { frameRoute } from '../root-routes.tsx';

export const applicationTypes = ['web', 'spa', 'native', 'device', 'm2m'] as const;

/** The list. */
export const applicationsRoute = createRoute({
  ...page({
    title: 'applications',
    icon: AppWindow,
    words: ['applications'],
    reads: ['applicationList'],
    writes: ['applicationCreate'],
  }),
  getParentRoute: () => frameRoute,
  path: '/applications',
  validateSearch: searchParams({ type: oneOfParam(...applicationTypes), cursors: textsParam }),
});

/** An application. Its tabs are routes below it. */
export const applicationRoute = createRoute({
  ...page({
    title: 'application',
    words: ['applications'],
    reads: ['applicationGet'],
    writes: ['applicationUpdate', 'applicationDelete'],
  }),
  getParentRoute: () => frameRoute,
  path: '/applications/$clientId',
});

export const settingsRoute = createRoute({
  getParentRoute: () => applicationRoute,
  path: '/',
});

export const secretsRoute = createRoute({
  ...page({
    title: 'application',
    words: ['applications'],
    reads: ['applicationSecretList'],
    writes: ['applicationSecretCreate', 'applicationSecretDelete'],
  }),
  getParentRoute: () => applicationRoute,
  path: '/secrets',
});

export const bindingRoute = createRoute({
  ...page({
    title: 'application',
    words: ['applications'],
    reads: ['loginFlowGetClientBinding'],
    writes: ['loginFlowPutClientBinding', 'loginFlowDeleteClientBinding'],
  }),
  getParentRoute: () => applicationRoute,
  path: '/sign-in',
});

export const tokenRoute = createRoute({
  ...page({
    title: 'application',
    words: ['applications'],
    reads: ['tokenClaimsGet'],
    writes: ['tokenClaimsEnable', 'tokenClaimsDisable'],
  }),
  getParentRoute: () => applicationRoute,
  path: '/token',
});

export const documentsRoute = createRoute({
  ...page({
    title: 'application',
    words: ['applications'],
    reads: ['legalDocumentsList'],
    writes: ['legalDocumentsCreate', 'legalDocumentsActivate', 'legalDocumentsRetire'],
  }),
  getParentRoute: () => applicationRoute,
  path: '/documents',
  validateSearch: searchParams({ type: textParam }),
});

export const quickStartRoute = createRoute({
  getParentRoute: () => applicationRoute,
  path: '/quick-start',
});

export const applicationActivityRoute = createRoute({
  ...page({ title: 'application', words: ['applications', 'audit'], reads: ['auditRecordList'] }),
  getParentRoute: () => applicationRoute,
  path: '/activity',
  validateSearch: searchParams({ cursors: textsParam }),
});

/** The tabs of an application, as paths below it. */
export const applicationTabs = [
  { path: '', key: 'tab.settings', reads: [] },
  { path: '/secrets', key: 'tab.secrets', reads: ['applicationSecretList'] },
  { path: '/sign-in', key: 'tab.signIn', reads: ['loginFlowGetClientBinding'] },
  { path: '/policies', key: 'tab.policies', reads: ['conditionalAccessPolicyList'] },
  { path: '/token', key: 'tab.token', reads: ['tokenClaimsGet'] },
  { path: '/documents', key: 'tab.documents', reads: ['legalDocumentsList'] },
  { path: '/quick-start', key: 'tab.quickStart', reads: [] },
  { path: '/activity', key: 'tab.activity', reads: ['auditRecordList'] },
] as const;
