import { lazyRouteComponent } from '@tanstack/react-router';
import { auditRecordRoute, auditRoute } from './audit-routes.ts';

// The page of each route. Pages import their routes, so routes know no page.
auditRoute.update({ component: lazyRouteComponent(() => import('./audit-page.tsx'), 'AuditPage') });
auditRecordRoute.update({
  component: lazyRouteComponent(() => import('./audit-record-page.tsx'), 'AuditRecordPage'),
});

export const auditRoutes = [auditRoute, auditRecordRoute];
