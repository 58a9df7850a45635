import { createRoute } from '@tanstack/react-router';
import { ScrollText } from 'lucide-react';
import { oneOfParam, searchParams, textParam, textsParam } from '../../client/search-params.ts';
import { page } from '../page.ts';
import { frameRoute } from '../root-routes.tsx';

export const auditOutcomes = ['success', 'failure', 'denied'] as const;

export const auditRoute = createRoute({
  ...page({
    title: 'audit',
    icon: ScrollText,
    words: ['audit', 'operations'],
    reads: ['auditRecordList'],
    writes: ['auditExportCreate'],
  }),
  getParentRoute: () => frameRoute,
  path: '/audit',
  validateSearch: searchParams({
    operation: textParam,
    actor: textParam,
    subject: textParam,
    outcome: oneOfParam(...auditOutcomes),
    /** The verification whose result is shown. */
    verification: textParam,
    cursors: textsParam,
  }),
});

export const auditRecordRoute = createRoute({
  ...page({ title: 'audit', words: ['audit', 'operations'], reads: ['auditRecordGet'] }),
  getParentRoute: () => frameRoute,
  path: '/audit/$seq',
});
