import { lazyPage } from '../../parts/lazy-page.ts';
import { attributeFormRoute, attributeRoute, attributesRoute } from './attribute-routes.ts';

attributesRoute.update({
  component: lazyPage(() => import('./attributes-page.tsx'), 'AttributesPage'),
});
attributeFormRoute.update({
  component: lazyPage(() => import('./attribute-form-page.tsx'), 'AttributeFormPage'),
});
attributeRoute.update({
  component: lazyPage(() => import('./attribute-page.tsx'), 'AttributePage'),
});

export const attributeRoutes = [attributesRoute, attributeFormRoute, attributeRoute];
