import { createRoute } from '@tanstack/react-router';
import { Activity } from 'lucide-react';
import { oneOfParam, searchParams, textParam } from '../../client/search-params.ts';
import { page } from '../page.ts';
import { frameRoute } from '../root-routes.tsx';
import { eventPeriods } from './event-periods.ts';

const hoursParam = (value: unknown) => oneOfParam(...eventPeriods)(String(value));

export const eventsRoute = createRoute({
  ...page({
    title: 'events',
    icon: Activity,
    words: ['events', 'event-types'],
    reads: ['eventsList'],
  }),
  getParentRoute: () => frameRoute,
  path: '/events',
  validateSearch: searchParams({
    type: textParam,
    actor: textParam,
    organization: textParam,
    hours: hoursParam,
  }),
});

export const eventRoute = createRoute({
  ...page({ title: 'event', words: ['events', 'event-types'], reads: ['eventsGet'] }),
  getParentRoute: () => frameRoute,
  path: '/events/$eventId',
});
