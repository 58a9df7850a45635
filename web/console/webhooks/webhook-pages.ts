import { lazyRouteComponent } from '@tanstack/react-router';
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
  component: lazyRouteComponent(() => import('./webhooks-page.tsx'), 'WebhooksPage'),
});
webhookRoute.update({
  component: lazyRouteComponent(() => import('./webhook-page.tsx'), 'WebhookPage'),
});
webhookDeliveriesRoute.update({
  component: lazyRouteComponent(() => import('./webhook-deliveries.tsx'), 'WebhookDeliveries'),
});
webhookDeliveryRoute.update({
  component: lazyRouteComponent(() => import('./webhook-delivery.tsx'), 'WebhookDeliveryView'),
});
webhookSettingsRoute.update({
  component: lazyRouteComponent(() => import('./webhook-settings.tsx'), 'WebhookSettings'),
});
webhookSecretRoute.update({
  component: lazyRouteComponent(() => import('./webhook-secrets.tsx'), 'WebhookSecrets'),
});
webhookStatisticsRoute.update({
  component: lazyRouteComponent(() => import('./webhook-statistics.tsx'), 'WebhookStatistics'),
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
