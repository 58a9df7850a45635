import type { Actor } from './principal.ts';

/** How an audited write ended: done, refused by a rule, or refused for lack of a right. */
export type AuditOutcome = 'success' | 'failure' | 'denied';

/** `data` of an `audit.recorded` event. */
export interface AuditData {
  operationId: string;
  outcome: AuditOutcome;
  status: number;
  code?: string;
  sourceIp?: string;
  userAgent?: string;
  requestId?: string;
  /** JSON Pointers of what was changed. */
  changed?: string[];
  details?: Record<string, unknown>;
}

/** The actor of an audit record, with the client it acted through. */
export type AuditActor = Actor & { clientId?: string };
