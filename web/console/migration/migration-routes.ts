import { createRoute } from '@tanstack/react-router';
import { Import } from 'lucide-react';
import { oneOfParam, searchParams, textParam, textsParam } from '../../client/search-params.ts';
import { page } from '../page.ts';
import { frameRoute } from '../root-routes.tsx';

export const sourceKinds = ['ndjson', 'auth0', 'keycloak', 'ldap', 'http'] as const;
export type SourceKind = (typeof sourceKinds)[number];

/** A migration. Its steps are routes below it. */
export const migrationRoute = createRoute({
  ...page({
    title: 'migration',
    icon: Import,
    words: ['migration'],
    reads: ['migrationSourceGet', 'migrationSourceListImportJobs'],
    writes: ['migrationSourcePut', 'migrationSourceStartImport'],
  }),
  getParentRoute: () => frameRoute,
  path: '/migration',
});

export const migrationSourceRoute = createRoute({
  getParentRoute: () => migrationRoute,
  path: '/',
  validateSearch: searchParams({ kind: oneOfParam(...sourceKinds) }),
});
export const migrationMappingRoute = createRoute({
  getParentRoute: () => migrationRoute,
  path: '/mapping',
});
export const migrationDryRunRoute = createRoute({
  getParentRoute: () => migrationRoute,
  path: '/dry-run',
});
export const migrationImportRoute = createRoute({
  getParentRoute: () => migrationRoute,
  path: '/import',
  validateSearch: searchParams({ job: textParam, cursors: textsParam }),
});

export const migrationTabs = [
  { path: '', key: 'tab.source' },
  { path: '/mapping', key: 'tab.mapping' },
  { path: '/dry-run', key: 'tab.dryRun' },
  { path: '/import', key: 'tab.import' },
] as const;
