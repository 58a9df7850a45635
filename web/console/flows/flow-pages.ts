import { lazyRouteComponent } from '@tanstack/react-router';
import { bindingsRoute, editorRoute, flowsRoute, versionsRoute } from './flow-routes.ts';

// The page of each route. Pages import their routes, so routes know no page.
flowsRoute.update({
  component: lazyRouteComponent(() => import('./flows-page.tsx'), 'FlowsPage'),
});
editorRoute.update({
  component: lazyRouteComponent(() => import('./flow-editor.tsx'), 'FlowEditorPage'),
});
versionsRoute.update({
  component: lazyRouteComponent(() => import('./flow-version-list.tsx'), 'FlowVersionList'),
});
bindingsRoute.update({
  component: lazyRouteComponent(() => import('./flow-bindings.tsx'), 'FlowBindings'),
});

export const flowRoutes = [flowsRoute.addChildren([editorRoute, versionsRoute, bindingsRoute])];
