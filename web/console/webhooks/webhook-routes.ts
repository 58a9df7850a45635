import { createRoute } from '@tanstack/react-router';
import { Webhook } from 'lucide-react';
import { oneOfParam, searchParams, textsParam } from '../../client/search-params.ts';
import { page } from '../page.ts';
import { frameRoute } from '../root-routes.tsx';

/** What can become of a delivery. */
export const deliveryStatuses = [
  'pending',
  'in_flight',
  'held',
  'succeeded',
  'dead_lettered',
  'cancelled',
] as const;

/** The list. */
export const webhooksRoute = createRoute({
  ...page({
    title: 'webhooks',
    icon: Webhook,
    words: ['webhooks'],
    reads: ['webhookEndpointList'],
    writes: ['webhookEndpointCreate'],
  }),
  getParentRoute: () => frameRoute,
  path: '/webhooks',
  validateSearch: searchParams({ cursors: textsParam }),
});

/** An endpoint. Its tabs are routes below it. */
export const webhookRoute = createRoute({
  ...page({
    title: 'webhook',
    words: ['webhooks', 'events', 'event-types'],
    reads: ['webhookEndpointGet'],
    writes: ['webhookEndpointUpdate', 'webhookEndpointDelete'],
  }),
  getParentRoute: () => frameRoute,
  path: '/webhooks/$endpointId',
});

export const webhookDeliveriesRoute = createRoute({
  getParentRoute: () => webhookRoute,
  path: '/',
  validateSearch: searchParams({ status: oneOfParam(...deliveryStatuses), cursors: textsParam }),
});

export const webhookDeliveryRoute = createRoute({
  ...page({
    title: 'webhook',
    words: ['webhooks', 'events', 'event-types'],
    reads: ['webhookDeliveryGet'],
  }),
  getParentRoute: () => webhookRoute,
  path: '/deliveries/$deliveryId',
});

export const webhookSettingsRoute = createRoute({
  getParentRoute: () => webhookRoute,
  path: '/settings',
});

export const webhookSecretRoute = createRoute({
  getParentRoute: () => webhookRoute,
  path: '/secret',
});

export const webhookStatisticsRoute = createRoute({
  ...page({ title: 'webhook', words: ['webhooks'], reads: ['webhookEndpointStatistics'] }),
  getParentRoute: () => webhookRoute,
  path: '/statistics',
  validateSearch: searchParams({ hours: oneOfParam('1', '24', '168') }),
});

/** The tabs of an endpoint, as paths below it. */
export const webhookTabs = [
  { path: '', key: 'tab.deliveries' },
  { path: '/statistics', key: 'tab.statistics' },
  { path: '/settings', key: 'tab.settings' },
  { path: '/secret', key: 'tab.secret' },
] as const;
