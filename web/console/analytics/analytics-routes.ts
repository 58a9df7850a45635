import { createRoute } from '@tanstack/react-router';
import { ChartColumn } from 'lucide-react';
import { oneOfParam, searchParams } from '../../client/search-params.ts';
import { page } from '../page.ts';
import { frameRoute } from '../root-routes.tsx';

/** Lengths of a period, in days. */
export const periods = ['7', '30', '90', '180'] as const;

/** The router reads text that looks like a number as one. */
const daysParam = (value: unknown) => oneOfParam(...periods)(String(value));

/** How sign-ins went. `compare`: whether the period before is beside it. */
export const analyticsRoute = createRoute({
  ...page({
    title: 'loginAnalytics',
    icon: ChartColumn,
    words: ['analytics', 'applications', 'events'],
    reads: ['loginExperienceLoginAnalytics'],
  }),
  getParentRoute: () => frameRoute,
  path: '/sign-in/analytics',
  validateSearch: searchParams({ days: daysParam, compare: oneOfParam('none') }),
});
