import type { TestProperties } from './environment.ts';

/** Limits on waiting that only a busy machine meets. Tests of the limits themselves set their own. */
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
