import { createRoute } from '@tanstack/react-router';
import { CircleHelp, Network, Table2 } from 'lucide-react';
import { oneOfParam, searchParams, textParam, textsParam } from '../../client/search-params.ts';
import { page } from '../page.ts';
import { frameRoute } from '../root-routes.tsx';

const words = ['relations'] as const;

/** The model: its text and its graph, and what a change of it would mean. */
export const modelRoute = createRoute({
  ...page({
    title: 'model',
    icon: Network,
    words,
    reads: ['fgaStoreGet', 'fgaModelList', 'fgaModelGet'],
    writes: ['fgaModelWrite', 'fgaModelActivate'],
  }),
  getParentRoute: () => frameRoute,
  path: '/access/model',
  validateSearch: searchParams({ at: textParam, version: textParam, view: oneOfParam('versions') }),
});

/** The tuples, their changes and the exports are tabs. */
export const tuplesRoute = createRoute({
  ...page({
    title: 'tuples',
    icon: Table2,
    words,
    reads: ['fgaTuplesRead'],
    writes: ['fgaTuplesWrite', 'fgaTuplesImport', 'fgaTuplesDeleteByFilter'],
  }),
  getParentRoute: () => frameRoute,
  path: '/access/tuples',
});

export const tupleListRoute = createRoute({
  getParentRoute: () => tuplesRoute,
  path: '/',
  validateSearch: searchParams({
    object: textParam,
    relation: textParam,
    subject: textParam,
    cursors: textsParam,
  }),
});

export const tupleChangesRoute = createRoute({
  ...page({ title: 'tuples', words, reads: ['fgaChangesList'] }),
  getParentRoute: () => tuplesRoute,
  path: '/changes',
  validateSearch: searchParams({ type: textParam, cursors: textsParam }),
});

export const exportsRoute = createRoute({
  ...page({ title: 'tuples', words, reads: ['fgaExportList'] }),
  getParentRoute: () => tuplesRoute,
  path: '/exports',
  validateSearch: searchParams({ cursors: textsParam }),
});

/** A question, and why it has its answer. */
export const checkRoute = createRoute({
  ...page({
    title: 'check',
    icon: CircleHelp,
    words,
    reads: ['fgaCheck', 'fgaCheckExplain', 'fgaModelGet'],
  }),
  getParentRoute: () => frameRoute,
  path: '/access/check',
  validateSearch: searchParams({ subject: textParam, relation: textParam, object: textParam }),
});
