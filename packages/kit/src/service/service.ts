export { answerHealth, listenAdmin } from './admin-server.ts';
export type { ReadyCheck } from './admin-server.ts';
export { atEachConnection } from './at-each-connection.ts';
export { processTracing, tracingShape } from './process-tracing.ts';
export { runProcess } from './process.ts';
export type { Running } from './process.ts';
export { run } from './run-service.ts';
export { readinessWatch } from './readiness-watch.ts';
export { serviceConfig } from './service-config.ts';
export { service } from './service-definition.ts';
export type {
  Platform,
  RunningService,
  ServiceDefinition,
  ServiceParts,
} from './service-definition.ts';
export { siblingPeers } from './sibling-peers.ts';
export type { SiblingPeers } from './sibling-peers.ts';
export { tenantsOf } from './sibling-tenants.ts';
export { startService } from './start-service.ts';
export type { ServiceOptions } from './service-resources.ts';
export { createTrust, cutoffKey, gatewayAccount, trustShape } from './trust.ts';
export type { Trust } from './trust.ts';
export { every } from './workers.ts';
export type { Worker } from './workers.ts';
