import { createRoute } from '@tanstack/react-router';
import { KeyRound } from 'lucide-react';
import { page } from '../page.ts';
import { frameRoute } from '../root-routes.tsx';

export const methodsRoute = createRoute({
  ...page({
    title: 'methods',
    icon: KeyRound,
    words: ['methods'],
    reads: ['loginExperienceListConnectors'],
    writes: ['loginExperienceCreateConnector'],
  }),
  getParentRoute: () => frameRoute,
  path: '/sign-in/methods',
});

export const methodRoute = createRoute({
  ...page({
    title: 'method',
    words: ['methods'],
    reads: ['loginExperienceGetConnector'],
    writes: ['loginExperiencePatchConnector', 'loginExperienceDeleteConnector'],
  }),
  getParentRoute: () => frameRoute,
  path: '/sign-in/methods/$provider',
});
