import { lazyPage } from '../../parts/lazy-page.ts';
import { bindingsRoute, editorRoute, flowsRoute, versionsRoute } from './flow-routes.ts';

// The page of each route. Pages import their routes, so routes know no page.
flowsRoute.update({
  component: lazyPage(() => import('./flows-page.tsx'), 'FlowsPage'),
});
editorRoute.update({
  component: lazyPage(() => import('./flow-editor.tsx'), 'FlowEditorPage'),
});
versionsRoute.update({
  component: lazyPage(() => import('./flow-version-list.tsx'), 'FlowVersionList'),
});
bindingsRoute.update({
  component: lazyPage(() => import('./flow-bindings.tsx'), 'FlowBindings'),
});

export const flowRoutes = [flowsRoute.addChildren([editorRoute, versionsRoute, bindingsRoute])];
