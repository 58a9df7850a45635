import { z } from 'zod';
import { operations } from '../operation.ts';
import { ssfDeliveryMethods } from './ssf-receiver.ts';

/** Metadata of the transmitter (SSF 1.0 §7.1). */
export const SsfConfiguration = z.object({
  spec_version: z.literal('1_0'),
  issuer: z.string(),
  jwks_uri: z.string(),
  delivery_methods_supported: z.array(z.string()),
  configuration_endpoint: z.string(),
  status_endpoint: z.string(),
  add_subject_endpoint: z.string(),
  remove_subject_endpoint: z.string(),
  verification_endpoint: z.string(),
  authorization_schemes: z.array(z.object({ spec_urn: z.string() })),
  default_subjects: z.enum(['ALL', 'NONE']),
});
export type SsfConfiguration = z.input<typeof SsfConfiguration>;

/** The public metadata of a tenant's transmitter, on the issuer's host. */
export const ssfConfigurationOperations = operations({
  ssfConfiguration: {
    method: 'get',
    path: '/.well-known/ssf-configuration',
    scopes: { allOf: [] },
    mode: 'query',
    summary: 'Gets the metadata of the transmitter',
    response: SsfConfiguration,
    errors: [],
  },
});

/**
 * Returns the function from an issuer to the API's base URL on its host, since receivers of
 * security events stay on the host whose metadata they read. Scheme and port are those of the API's
 * public address, because another process may serve the issuer.
 */
export function apiOnIssuerHost(publicBaseUrl: string): (issuer: string) => string {
  const { protocol, port } = new URL(publicBaseUrl);
  return (issuer) => {
    const { hostname } = new URL(issuer);
    return `${protocol}//${hostname}${port === '' ? '' : `:${port}`}`;
  };
}

/**
 * Builds the transmitter metadata of an issuer whose API is at `baseUrl` (SSF 1.0 §7.1). The
 * gateway serves it on the issuer's host; without a gateway in front, the hub serves the same
 * members.
 */
export const ssfConfigurationOf = (issuer: string, baseUrl: string): SsfConfiguration => ({
  spec_version: '1_0',
  issuer,
  jwks_uri: `${issuer}/oauth2/jwks`,
  delivery_methods_supported: Object.values(ssfDeliveryMethods),
  configuration_endpoint: `${baseUrl}/ssf/streams`,
  status_endpoint: `${baseUrl}/ssf/status`,
  add_subject_endpoint: `${baseUrl}/ssf/subjects:add`,
  remove_subject_endpoint: `${baseUrl}/ssf/subjects:remove`,
  verification_endpoint: `${baseUrl}/ssf/verify`,
  authorization_schemes: [{ spec_urn: 'urn:ietf:rfc:6749' }],
  default_subjects: 'ALL',
});
