import { createRoute } from '@tanstack/react-router';
import { Globe } from 'lucide-react';
import { page } from '../page.ts';
import { frameRoute } from '../root-routes.tsx';

export const loginDomainsRoute = createRoute({
  ...page({
    title: 'loginDomains',
    icon: Globe,
    words: ['loginDomains'],
    reads: ['loginExperienceListDomains'],
    writes: [
      'loginExperienceRegisterDomain',
      'loginExperienceVerifyDomain',
      'loginExperienceDeleteDomain',
    ],
  }),
  getParentRoute: () => frameRoute,
  path: '/sign-in/domains',
});
