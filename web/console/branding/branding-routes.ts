import { createRoute } from '@tanstack/react-router';
import { Palette } from 'lucide-react';
import { oneOfParam, searchParams, textParam } from '../../client/search-params.ts';
import { page } from '../page.ts';
import { frameRoute } from '../root-routes.tsx';

/** Pages that the preview can show. */
export const previewedPages = ['identify', 'password', 'code', 'new_password', 'message'] as const;

export const brandingRoute = createRoute({
  ...page({
    title: 'branding',
    icon: Palette,
    words: ['branding'],
    reads: ['loginExperienceGetBranding'],
    writes: ['loginExperiencePutBranding', 'loginExperienceUploadAsset'],
  }),
  getParentRoute: () => frameRoute,
  path: '/sign-in/branding',
  validateSearch: searchParams({
    page: oneOfParam(...previewedPages),
    device: oneOfParam('phone', 'desktop'),
    scheme: oneOfParam('light', 'dark'),
    locale: textParam,
    client: textParam,
  }),
});
