import { createRoute } from '@tanstack/react-router';
import { Cable } from 'lucide-react';
import { searchParams, textsParam } from '../../client/search-params.ts';
import { page } from '../page.ts';
import { frameRoute } from '../root-routes.tsx';

export const logStreamsRoute = createRoute({
  ...page({
    title: 'logStreams',
    icon: Cable,
    words: ['logStreams'],
    reads: ['siemListSinks'],
    writes: ['siemConfigureSink'],
  }),
  getParentRoute: () => frameRoute,
  path: '/log-streams',
  validateSearch: searchParams({ cursors: textsParam }),
});

export const logStreamRoute = createRoute({
  ...page({
    title: 'logStream',
    words: ['logStreams'],
    reads: ['siemGetSink', 'siemSinkHealth'],
    writes: ['siemUpdateSink', 'siemDeleteSink', 'siemReplaySink'],
  }),
  getParentRoute: () => frameRoute,
  path: '/log-streams/$streamId',
});
