import { createRoute } from '@tanstack/react-router';
import { TextCursorInput } from 'lucide-react';
import { oneOfParam, searchParams } from '../../client/search-params.ts';
import { locales } from '../../messages/areas.ts';
import { page } from '../page.ts';
import { frameRoute } from '../root-routes.tsx';

export const entityKinds = ['user', 'organization'] as const;
export type EntityKind = (typeof entityKinds)[number];
export const audiences = ['admin', 'self'] as const;

export const attributesRoute = createRoute({
  ...page({
    title: 'attributes',
    icon: TextCursorInput,
    words: ['attributes'],
    reads: ['attributeSchemaList'],
    writes: ['attributeSchemaCreate', 'attributeSchemaUpdate'],
  }),
  getParentRoute: () => frameRoute,
  path: '/attributes',
  validateSearch: searchParams({ kind: oneOfParam(...entityKinds) }),
});

/** The form that the definitions make. */
export const attributeFormRoute = createRoute({
  ...page({ title: 'attributes', words: ['attributes'], reads: ['attributeSchemaRender'] }),
  getParentRoute: () => frameRoute,
  path: '/attributes/form',
  validateSearch: searchParams({
    kind: oneOfParam(...entityKinds),
    audience: oneOfParam(...audiences),
    locale: oneOfParam(...locales),
  }),
});

export const attributeRoute = createRoute({
  ...page({
    title: 'attribute',
    words: ['attributes'],
    reads: ['attributeSchemaGet'],
    writes: ['attributeSchemaUpdate', 'attributeSchemaDelete'],
  }),
  getParentRoute: () => frameRoute,
  path: '/attributes/$attributeId',
});
