import type {
  HealthBlock,
  HealthCode,
  HealthItem,
  SearchHit,
  SearchType,
} from '@platform/contracts';
import type { Tx } from '@platform/kit/database';

/** A search for resources. */
export interface SearchTerm {
  /** As the caller wrote it, without spaces around it. */
  text: string;
  /** In lower case. */
  key: string;
  limit: number;
}

/** Finds resources of one type, the best ones first. */
export interface SearchSource {
  type: SearchType;
  find(tx: Tx, term: SearchTerm): Promise<Omit<SearchHit, 'type'>[]>;
}

/** What an area knows of the health of a tenant and of its resources. */
export interface OverviewSource {
  /** The caller needs one of these scopes. */
  scopes: readonly string[];
  /** Lists what needs attention, a bounded number. */
  health?(tx: Tx, now: Date): Promise<HealthItem[]>;
  /** Tells which first steps are done. */
  firstSteps?(tx: Tx): Promise<Record<string, boolean>>;
  search?: readonly SearchSource[];
}

/** The most items of one kind: a tenant with more has one cause behind them. */
export const itemsAtMost = 50;

/** How long before its end something is reported as expiring. */
export const expiringMs = 30 * 86_400_000;

/** Describes an item; what is left out is null. */
export const healthItem = (
  item: Pick<HealthItem, 'kind' | 'severity'> & {
    code: HealthCode;
    resource: Omit<HealthItem['resource'], 'organizationId'> & { organizationId?: string | null };
    since?: Date | null;
    dueAt?: Date | null;
    blocks?: { what: HealthBlock; count: number | null } | null;
    action?: HealthItem['action'];
  },
): HealthItem => ({
  kind: item.kind,
  code: item.code,
  severity: item.severity,
  resource: { ...item.resource, organizationId: item.resource.organizationId ?? null },
  since: item.since?.toISOString() ?? null,
  dueAt: item.dueAt?.toISOString() ?? null,
  blocks: item.blocks ?? null,
  action: item.action ?? null,
});

const urgentMs = 7 * 86_400_000;

/** What ends within a week is a warning, later is for information. */
export const severityOfExpiry = (dueAt: Date, now: Date): HealthItem['severity'] =>
  dueAt <= now ? 'critical' : dueAt.getTime() - now.getTime() < urgentMs ? 'warning' : 'info';
