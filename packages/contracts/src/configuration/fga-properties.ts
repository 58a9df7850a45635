import { property } from './property.ts';

/** Properties of the access service. */
export const fgaProperties = {
  'platform.fga.http-port': property('Int', '8084', 'Port of the operations.'),
  'platform.fga.admin-port': property('Int', '9084', 'Port of metrics and health.'),
  'platform.fga.grpc-port': property('Int', '9184', 'Port of gRPC.'),
};
