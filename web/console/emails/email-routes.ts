import { createRoute } from '@tanstack/react-router';
import { Mail } from 'lucide-react';
import { oneOfParam, searchParams, textParam } from '../../client/search-params.ts';
import { page } from '../page.ts';
import { frameRoute } from '../root-routes.tsx';

export const emailsRoute = createRoute({
  ...page({
    title: 'emails',
    icon: Mail,
    words: ['emails'],
    reads: ['loginExperienceListEmailTemplates'],
  }),
  getParentRoute: () => frameRoute,
  path: '/sign-in/emails',
});

export const emailRoute = createRoute({
  ...page({
    title: 'email',
    words: ['emails'],
    reads: ['loginExperienceGetEmailTemplate'],
    writes: [
      'loginExperiencePutEmailTemplate',
      'loginExperienceDeleteEmailTemplate',
      'loginExperienceTestSendEmailTemplate',
    ],
  }),
  getParentRoute: () => frameRoute,
  path: '/sign-in/emails/$type',
  validateSearch: searchParams({ locale: textParam, device: oneOfParam('phone', 'desktop') }),
});
