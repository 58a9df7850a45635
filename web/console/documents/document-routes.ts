import { createRoute } from '@tanstack/react-router';
import { Scale } from 'lucide-react';
import { searchParams, textParam, textsParam } from '../../client/search-params.ts';
import { page } from '../page.ts';
import { frameRoute } from '../root-routes.tsx';

export const documentsRoute = createRoute({
  ...page({
    title: 'documents',
    icon: Scale,
    words: ['documents', 'applications'],
    reads: ['legalDocumentsList', 'applicationList'],
    writes: ['legalDocumentsCreate'],
  }),
  getParentRoute: () => frameRoute,
  path: '/privacy/documents',
  validateSearch: searchParams({
    app: textParam,
    type: textParam,
    locale: textParam,
    cursors: textsParam,
  }),
});

export const documentRoute = createRoute({
  ...page({
    title: 'document',
    words: ['documents', 'applications'],
    reads: ['legalDocumentsGet'],
    writes: ['legalDocumentsActivate', 'legalDocumentsRetire', 'legalDocumentsDelete'],
  }),
  getParentRoute: () => frameRoute,
  path: '/privacy/documents/$clientId/$docType/$documentId',
  validateSearch: searchParams({ compare: textParam }),
});
