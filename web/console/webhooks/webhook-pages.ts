import { lazyPage } from '../../parts/lazy-page.ts';
import {
  webhookDeliveriesRoute,
  webhookDeliveryRoute,
  webhookRoute,
  webhookSecretRoute,
  webhookSettingsRoute,
  webhookStatisticsRoute,
  webhooksRoute,
} from './webhook-routes.ts';

// The page of each route. Pages import their routes, so routes know no page.
webhooksRoute.update({
  component: lazyPage(() => import('./webhooks-page.tsx'), 'WebhooksPage'),
});
webhookRoute.update({
  component: lazyPage(() => import('./webhook-page.tsx'), 'WebhookPage'),
});
webhookDeliveriesRoute.update({
  component: lazyPage(() => import('./webhook-deliveries.tsx'), 'WebhookDeliveries'),
});
webhookDeliveryRoute.update({
  component: lazyPage(() => import('./webhook-delivery.tsx'), 'WebhookDeliveryView'),
});
webhookSettingsRoute.update({
  component: lazyPage(() => import('./webhook-settings.tsx'), 'WebhookSettings'),
});
webhookSecretRoute.update({
  component: lazyPage(() => import('./webhook-secrets.tsx'), 'WebhookSecrets'),
});
webhookStatisticsRoute.update({
  component: lazyPage(() => import('./webhook-statistics.tsx'), 'WebhookStatistics'),
});

export const webhookRoutes = [
  webhooksRoute,
  webhookRoute.addChildren([
    webhookDeliveriesRoute,
    webhookDeliveryRoute,
    webhookSettingsRoute,
    webhookSecretRoute,
    webhookStatisticsRoute,
  ]),
];
