import { lazyRouteComponent } from '@tanstack/react-router';
import { attributeFormRoute, attributeRoute, attributesRoute } from './attribute-routes.ts';

attributesRoute.update({
  component: lazyRouteComponent(() => import('./attributes-page.tsx'), 'AttributesPage'),
});
attributeFormRoute.update({
  component: lazyRouteComponent(() => import('./attribute-form-page.tsx'), 'AttributeFormPage'),
});
attributeRoute.update({
  component: lazyRouteComponent(() => import('./attribute-page.tsx'), 'AttributePage'),
});

export const attributeRoutes = [attributesRoute, attributeFormRoute, attributeRoute];
