import { lazyPage } from '../../parts/lazy-page.ts';
import { receiverRoute, receiversRoute } from './receiver-routes.ts';

receiversRoute.update({
  component: lazyPage(() => import('./receivers-page.tsx'), 'ReceiversPage'),
});
receiverRoute.update({
  component: lazyPage(() => import('./receiver-page.tsx'), 'ReceiverPage'),
});

export const receiverRoutes = [receiversRoute, receiverRoute];
