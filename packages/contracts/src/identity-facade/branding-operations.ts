import { allOf, operations } from '../operation.ts';
import { Branding, PutBrandingRequest } from './branding.ts';

const path = '/api/v1/login-experience/branding';

/** Operations on the branding of the login pages. */
export const brandingOperations = operations({
  loginExperienceGetBranding: {
    method: 'get',
    path,
    scopes: allOf('tenant:idp.read'),
    summary: 'Gets the branding',
    response: Branding,
    errors: [],
    description: 'Returns the defaults if no branding is stored.',
  },
  loginExperiencePutBranding: {
    method: 'put',
    path,
    scopes: allOf('tenant:idp.write'),
    summary: 'Replaces the branding',
    body: PutBrandingRequest,
    response: Branding,
    errors: ['precondition_failed'],
    maxBodyBytes: 262_144,
    description:
      'Omitted properties are reset to their defaults. Colors are checked against WCAG 2.2 AA in both color schemes. Images are copied in the background, and pages show the copies.',
  },
});
