import { createRoute } from '@tanstack/react-router';
import { LayoutDashboard } from 'lucide-react';
import { page } from '../page.ts';
import { frameRoute } from '../root-routes.tsx';

/** The start page: each of its parts is there for those who may read it. */
export const overviewRoute = createRoute({
  ...page({
    title: 'overview',
    icon: LayoutDashboard,
    words: ['overview', 'events', 'event-types'],
    reads: [],
  }),
  getParentRoute: () => frameRoute,
  path: '/',
});
