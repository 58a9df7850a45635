import { lazyRouteComponent } from '@tanstack/react-router';
import { receiverRoute, receiversRoute } from './receiver-routes.ts';

receiversRoute.update({
  component: lazyRouteComponent(() => import('./receivers-page.tsx'), 'ReceiversPage'),
});
receiverRoute.update({
  component: lazyRouteComponent(() => import('./receiver-page.tsx'), 'ReceiverPage'),
});

export const receiverRoutes = [receiversRoute, receiverRoute];
