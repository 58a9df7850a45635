import { withAuth } from '@platform/sdk/next';
import { accessTokenVerifier } from '@platform/sdk/verify';

const verify = accessTokenVerifier({
  issuer: process.env['ISSUER'] ?? '',
  audience: 'product-api',
});

/** For callers that bring a token, such as a mobile application. */
export const GET = withAuth(verify, {}, (request) =>
  Response.json({ subject: request.auth.subject }),
);
