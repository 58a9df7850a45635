import { lazyRouteComponent } from '@tanstack/react-router';
import {
  migrationDryRunRoute,
  migrationImportRoute,
  migrationMappingRoute,
  migrationRoute,
  migrationSourceRoute,
} from './migration-routes.ts';

migrationRoute.update({
  component: lazyRouteComponent(() => import('./migration-page.tsx'), 'MigrationPage'),
});
migrationSourceRoute.update({
  component: lazyRouteComponent(() => import('./migration-source.tsx'), 'MigrationSourceTab'),
});
migrationMappingRoute.update({
  component: lazyRouteComponent(() => import('./migration-mapping.tsx'), 'MigrationMappingTab'),
});
migrationDryRunRoute.update({
  component: lazyRouteComponent(() => import('./migration-dry-run.tsx'), 'MigrationDryRunTab'),
});
migrationImportRoute.update({
  component: lazyRouteComponent(() => import('./migration-import.tsx'), 'MigrationImportTab'),
});

export const migrationRoutes = [
  migrationRoute.addChildren([
    migrationSourceRoute,
    migrationMappingRoute,
    migrationDryRunRoute,
    migrationImportRoute,
  ]),
];
