import { allOf, operations } from '../operation.ts';
import { CreateLoginPreviewRequest, LoginPreview } from './login-preview.ts';

/** Previews of the pages on which users sign in. */
export const loginPreviewOperations = operations({
  loginExperienceCreatePreview: {
    method: 'post',
    path: '/api/v1/login-experience/previews',
    scopes: allOf('tenant:idp.read'),
    summary: 'Creates a preview of a page',
    description:
      'The branding is validated like a saved one. Uploaded pictures are shown; images from elsewhere appear once a saved branding has had them copied. The preview can be opened for 10 minutes; of each tenant, the newest 50 are kept. Nothing else is stored, so that there is no audit record.',
    body: CreateLoginPreviewRequest,
    response: LoginPreview,
    errors: [],
    mode: 'query',
    noEtag: true,
    maxBodyBytes: 262_144,
  },
});
