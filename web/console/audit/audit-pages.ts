import { lazyPage } from '../../parts/lazy-page.ts';
import { auditRecordRoute, auditRoute } from './audit-routes.ts';

// The page of each route. Pages import their routes, so routes know no page.
auditRoute.update({ component: lazyPage(() => import('./audit-page.tsx'), 'AuditPage') });
auditRecordRoute.update({
  component: lazyPage(() => import('./audit-record-page.tsx'), 'AuditRecordPage'),
});

export const auditRoutes = [auditRoute, auditRecordRoute];
