import { credentialProperties } from './credential-properties.ts';
import { experienceProperties } from './experience-properties.ts';
import { identityServiceProperties } from './identity-service-properties.ts';
import { property } from '../configuration/property.ts';

/** Properties that only the identity facade reads. */
export const identityFacadeProperties = {
  'platform.identity-facade.http-port': property('Int', '8081', 'Port of the REST API.'),
  'platform.identity-facade.admin-port': property(
    'Int',
    '9081',
    'Port of the metrics and health endpoints.',
  ),
  'platform.identity-facade.grpc-port': property('Int', '9181', 'Port of the gRPC server.'),
  ...experienceProperties,
  ...credentialProperties,
  ...identityServiceProperties,
};
