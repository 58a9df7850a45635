import type { TestProperties } from './environment.ts';

/** Limits on waiting that only a busy machine meets. Tests of the limits themselves set their own. */
export const patience: TestProperties = {
  'platform.rpc.deadline-factor': '5',
  'platform.conditional-access.evaluation-timeout': '2s',
  'platform.database.connection-timeout': '60s',
  'platform.database.statement-timeout': '60s',
};
