import { lazyPage } from '../../parts/lazy-page.ts';
import {
  migrationDryRunRoute,
  migrationImportRoute,
  migrationMappingRoute,
  migrationRoute,
  migrationSourceRoute,
} from './migration-routes.ts';

migrationRoute.update({
  component: lazyPage(() => import('./migration-page.tsx'), 'MigrationPage'),
});
migrationSourceRoute.update({
  component: lazyPage(() => import('./migration-source.tsx'), 'MigrationSourceTab'),
});
migrationMappingRoute.update({
  component: lazyPage(() => import('./migration-mapping.tsx'), 'MigrationMappingTab'),
});
migrationDryRunRoute.update({
  component: lazyPage(() => import('./migration-dry-run.tsx'), 'MigrationDryRunTab'),
});
migrationImportRoute.update({
  component: lazyPage(() => import('./migration-import.tsx'), 'MigrationImportTab'),
});

export const migrationRoutes = [
  migrationRoute.addChildren([
    migrationSourceRoute,
    migrationMappingRoute,
    migrationDryRunRoute,
    migrationImportRoute,
  ]),
];
