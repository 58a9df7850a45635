import type { Actor } from './principal.ts';

/** How an audited write ended: done, refused by a rule, or refused for lack of a right. */
export type AuditOutcome = 'success' | 'failure' | 'denied';

/** Most bytes of `data` of an audit record, as JSON in UTF-8. */
export const maxAuditDataBytes = 8 * 1024;

/** Most pointers in `changed` of an audit record. */
export const maxAuditChanges = 200;

/** Most characters of a pointer in `changed` of an audit record. */
export const maxAuditPointerLength = 512;

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
