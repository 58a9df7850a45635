import type { Actor } from './principal.ts';

/**
 * Outcome of an audited write: successful, rejected by a rule, or rejected for missing permissions.
 */
export type AuditOutcome = 'success' | 'failure' | 'denied';

/** Maximum size of `data` of an audit record in bytes, as JSON in UTF-8. */
export const maxAuditDataBytes = 8 * 1024;

/** Maximum number of pointers in `changed` of an audit record. */
export const maxAuditChanges = 200;

/** Maximum length of a pointer in `changed` of an audit record, in characters. */
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
  /** JSON Pointers to the changed members. */
  changed?: string[];
  details?: Record<string, unknown>;
}

/** The actor of an audit record, and the client that it acted through. */
export type AuditActor = Actor & { clientId?: string };
