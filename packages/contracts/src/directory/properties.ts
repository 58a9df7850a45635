import { checks, property } from '../configuration/property.ts';

/** Properties of directory. */
export const directoryProperties = {
  'platform.directory.http-port': property('Int', '8085', 'Port of the operations.'),
  'platform.directory.admin-port': property('Int', '9085', 'Port of metrics and health.'),
  'platform.directory.grpc-port': property('Int', '9185', 'Port of gRPC.'),
  'platform.directory.limits.max-users-per-tenant': property(
    'Long',
    '0',
    'Users of a tenant; 0 = no limit. Judged against a counter refreshed each minute.',
    { check: checks.notNegative },
  ),
  'platform.directory.limits.max-metadata-bytes': property(
    'Int',
    '32768',
    'Serialized size of a metadata bag.',
    { check: checks.between(2, 262144) },
  ),
};
