import { lazyPage } from '../../parts/lazy-page.ts';
import {
  checkRoute,
  exportsRoute,
  modelRoute,
  tupleChangesRoute,
  tupleListRoute,
  tuplesRoute,
} from './relation-routes.ts';

// The page of each route. Pages import their routes, so routes know no page.
modelRoute.update({ component: lazyPage(() => import('./model-page.tsx'), 'ModelPage') });
tuplesRoute.update({
  component: lazyPage(() => import('./tuples-page.tsx'), 'TuplesPage'),
});
tupleListRoute.update({
  component: lazyPage(() => import('./tuple-list.tsx'), 'TupleList'),
});
tupleChangesRoute.update({
  component: lazyPage(() => import('./tuple-changes.tsx'), 'TupleChanges'),
});
exportsRoute.update({
  component: lazyPage(() => import('./tuple-exports.tsx'), 'TupleExports'),
});
checkRoute.update({ component: lazyPage(() => import('./check-page.tsx'), 'CheckPage') });

export const relationRoutes = [
  modelRoute,
  tuplesRoute.addChildren([tupleListRoute, tupleChangesRoute, exportsRoute]),
  checkRoute,
];
