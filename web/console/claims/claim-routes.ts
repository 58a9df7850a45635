import { createRoute } from '@tanstack/react-router';
import { Tag } from 'lucide-react';
import { searchParams, textsParam } from '../../client/search-params.ts';
import { page } from '../page.ts';
import { frameRoute } from '../root-routes.tsx';

export const claimsRoute = createRoute({
  ...page({
    title: 'claims',
    icon: Tag,
    words: ['claims'],
    reads: ['webhookClaimSchemaList'],
    writes: ['webhookClaimSchemaPut'],
  }),
  getParentRoute: () => frameRoute,
  path: '/claims',
  validateSearch: searchParams({ cursors: textsParam }),
});

export const claimRoute = createRoute({
  ...page({
    title: 'claim',
    words: ['claims', 'webhooks'],
    reads: ['webhookClaimSchemaGet'],
    writes: ['webhookClaimSchemaPut', 'webhookClaimSchemaDelete'],
  }),
  getParentRoute: () => frameRoute,
  path: '/claims/$claimName',
});
