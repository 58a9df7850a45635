import { lazyRouteComponent } from '@tanstack/react-router';
import {
  checkRoute,
  exportsRoute,
  modelRoute,
  tupleChangesRoute,
  tupleListRoute,
  tuplesRoute,
} from './relation-routes.ts';

// The page of each route. Pages import their routes, so routes know no page.
modelRoute.update({ component: lazyRouteComponent(() => import('./model-page.tsx'), 'ModelPage') });
tuplesRoute.update({
  component: lazyRouteComponent(() => import('./tuples-page.tsx'), 'TuplesPage'),
});
tupleListRoute.update({
  component: lazyRouteComponent(() => import('./tuple-list.tsx'), 'TupleList'),
});
tupleChangesRoute.update({
  component: lazyRouteComponent(() => import('./tuple-changes.tsx'), 'TupleChanges'),
});
exportsRoute.update({
  component: lazyRouteComponent(() => import('./tuple-exports.tsx'), 'TupleExports'),
});
checkRoute.update({ component: lazyRouteComponent(() => import('./check-page.tsx'), 'CheckPage') });

export const relationRoutes = [
  modelRoute,
  tuplesRoute.addChildren([tupleListRoute, tupleChangesRoute, exportsRoute]),
  checkRoute,
];
