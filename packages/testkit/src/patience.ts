import type { TestProperties } from './environment.ts';

/**
 * Generous timeouts, which only a busy machine could reach. Tests of the timeouts themselves set
 * their own.
 */
export const patience: TestProperties = {
  'platform.rpc.deadline-factor': '5',
  'platform.conditional-access.evaluation-timeout': '10s',
  'platform.fga.check.timeout': '30s',
  'platform.webhook-claims.timeout': '30s',
  'platform.gateway.timeout-connect': '30s',
  'platform.gateway.timeout-first-byte': '60s',
  'platform.database.connection-timeout': '60s',
  'platform.database.statement-timeout': '60s',
};
