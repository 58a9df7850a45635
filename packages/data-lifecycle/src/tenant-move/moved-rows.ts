import type { Database, Tx } from '@platform/kit/database';
import type { SecretBox } from '@platform/kit/secrets';
import type { SealedColumn } from '@platform/kit/upkeep';

/**
 * What of a service's schema moves with a tenant to another installation: every table with a
 * `tenant_id`, except those that are left out.
 */
export interface MovedRows {
  /** Tables whose rows stay behind, each with the reason. */
  leftOut: Readonly<Record<string, string>>;
  /**
   * Tables of steps that a job folds into others within seconds, each with what it is folded into. An
   * export waits until they are empty.
   */
  drained?: Readonly<Record<string, string>>;
  /** Columns of sealed values, which are sealed again with the keys of the other installation. */
  sealed: readonly SealedColumn[];
  /** Tables whose rows are visible only within a part of the tenant. */
  scoped?: ScopedTables;
  /** Columns whose values in the archive are SQL over the row `t`. */
  replaced?: readonly { table: string; column: string; by: string }[];
  /** SQL that returns what changes with events that the service applies, besides `consumed_event`. */
  position?: string;
  /** Writes rows that are needed elsewhere in place of this service's keys, before the snapshot. */
  beforeExport?: (tx: Tx, secrets: SecretBox) => Promise<void>;
  /** Completes what rows alone do not contain, in the transaction that completes an import. */
  afterImport?: (tx: Tx) => Promise<void>;
}

/** Tables whose rows belong to a part of the tenant, which a setting of the transaction selects. */
export interface ScopedTables {
  tables: readonly string[];
  /** The table that lists the parts by UUID; `main` is the part that needs no setting. */
  listed: { table: string; column: string; main: string };
  setting: string;
}

/** Tables of the kit, in every schema, whose rows stay behind. */
export const leftOutByTheKit: MovedRows['leftOut'] = {
  outbox:
    'published where it was written; the subscribers of the other installation have not seen the tenant',
  outbox_pending: 'belongs to the outbox',
  consumed_event: 'ids of events of this installation, which the other one never receives',
  idempotency_key: 'a retry goes to the installation that received the request',
  job: 'runs where it was enqueued; recurring work is scheduled by the service',
  purged_tenant: 'marks that the tenant was deleted here',
  data_subject_request: 'a step of an erasure that a sibling here is waiting for',
  tenant_import: 'how the tenant came to this installation',
};

/** Whether the rows of a table stay behind. */
export const isLeftOut = (
  { leftOut, drained = {} }: Pick<MovedRows, 'leftOut' | 'drained'>,
  table: string,
): boolean => [leftOutByTheKit, leftOut, drained].some((tables) => Object.hasOwn(tables, table));

/** What moves the tenants of one service. */
export interface TenantMove {
  service: string;
  db: Pick<Database, 'schema' | 'read' | 'transact'>;
  /** The service's own keys. */
  secrets: SecretBox;
  moved: MovedRows;
}

/** The context of transactions that move a tenant. */
export const moveContext = (tenantId: string) =>
  ({ tenantId, actor: { type: 'system', id: 'tenant-move' } }) as const;

/** The sealed columns of a table. */
export const sealedIn = ({ sealed }: MovedRows, table: string): SealedColumn[] =>
  sealed.filter((column) => column.table === table);
