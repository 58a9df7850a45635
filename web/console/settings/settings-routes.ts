import { createRoute } from '@tanstack/react-router';
import { Settings } from 'lucide-react';
import { searchParams, textParam, textsParam } from '../../client/search-params.ts';
import { page } from '../page.ts';
import { frameRoute } from '../root-routes.tsx';

export const settingsRoute = createRoute({
  ...page({
    title: 'settings',
    icon: Settings,
    words: ['settings'],
    reads: ['tenantGet'],
    writes: ['tenantUpdate'],
  }),
  getParentRoute: () => frameRoute,
  path: '/settings',
});

export const generalRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: '/',
});

export const ipRulesRoute = createRoute({
  ...page({
    title: 'settings',
    words: ['settings'],
    reads: ['tenantIpRuleList'],
    writes: ['tenantIpRuleCreate', 'tenantIpRuleDelete'],
  }),
  getParentRoute: () => settingsRoute,
  path: '/ip-rules',
  validateSearch: searchParams({ address: textParam, cursors: textsParam }),
});

export const planRoute = createRoute({
  ...page({ title: 'settings', words: ['settings'], reads: ['entitlementsList'] }),
  getParentRoute: () => settingsRoute,
  path: '/plan',
});

/** The tabs of the settings, as paths below them. */
export const settingsTabs = [
  { path: '', key: 'tab.general', read: 'tenantGet' },
  { path: '/ip-rules', key: 'tab.ipRules', read: 'tenantIpRuleList' },
  { path: '/plan', key: 'tab.plan', read: 'entitlementsList' },
] as const;
