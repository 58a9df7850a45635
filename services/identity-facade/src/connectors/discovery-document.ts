import { isPublicHost, parseUrl } from '@platform/contracts';
import { z } from 'zod';

const endpoint = z.string().refine((value) => {
  const url = parseUrl(value);
  return url?.protocol === 'https:' && isPublicHost(url.hostname);
});

/** The parts of a discovery document that sign-ins use (OpenID Connect Discovery 1.0 §3). */
export const discoveryDocument = z.object({
  issuer: z.string(),
  authorization_endpoint: endpoint,
  token_endpoint: endpoint,
  jwks_uri: endpoint,
  userinfo_endpoint: endpoint.optional(),
  authorization_response_iss_parameter_supported: z.boolean().optional(),
});
/** See {@link discoveryDocument}. */
export type Discovery = z.output<typeof discoveryDocument>;
