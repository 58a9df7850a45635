import { z } from 'zod';
import { operations } from '../operation.ts';

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
