import { isId } from '@platform/contracts';
import { uuidOf } from '../ids/ids.ts';
import { currentScope, outsideScope } from '../telemetry/request-scope.ts';
import { SpanKind, inSpan } from '../telemetry/telemetry.ts';
import type { Row } from './camel-case.ts';
import {
  databaseAway,
  databaseBusy,
  isDatabaseAway,
  isDatabaseBusy,
  isRetryable,
  isServerReadOnly,
} from './database-errors.ts';
import { announcements, outbox } from './outbox.ts';
import type { Announcements } from './outbox.ts';
import { callFunction, callToCommit, acquireConnection } from './pooled-connection.ts';
import { databaseServers } from './database-url.ts';
import { poolFor } from './pool.ts';
import type { DatabaseOptions } from './pool.ts';
import { primaryFinder } from './primary.ts';
import type { ServicePool } from './service-pool.ts';
import { sessionCheck } from './session-check.ts';
import { standbyReads } from './standby.ts';
import type { Standby } from './standby.ts';
import { openTransaction } from './transaction.ts';
import type { TenantSql, TxContext, WorkerTx } from './transaction.ts';

/** One transaction of one tenant: runs SQL, and publishes when it commits. */
export interface Tx extends TenantSql, Announcements {}

/** The service's own schema, protected by row-level security. */
export interface Database {
  readonly schema: string;
  /**
   * Runs one read-write transaction of one tenant. Attempts it up to three times if it fails with a
   * serialization failure or deadlock.
   * @throws 503 `upstream_unavailable` while the database is unreachable or does not respond in
   * time
   */
  transact<T>(context: TxContext, work: (tx: Tx) => Promise<T>): Promise<T>;
  /**
   * Runs one read-only transaction of one tenant. With `mayUseStandby`, it runs on the standby if
   * there is one that has replayed what was committed before the call; `work` may then be repeated.
   */
  read<T>(
    context: TxContext,
    work: (tx: Tx) => Promise<T>,
    options?: { mayUseStandby?: boolean },
  ): Promise<T>;
  /**
   * Calls a read-only function of the schema and returns its rows, in a single round trip without a
   * surrounding transaction. The function receives the tenant's id, then `values`, and must begin
   * with `set_config('platform.tenant_id', …, true)`: until then row-level security hides all rows.
   * Each of its statements sees what was committed before that statement.
   */
  call<R extends Row<R>>(
    context: Pick<TxContext, 'tenantId'>,
    name: string,
    values: readonly unknown[],
  ): Promise<R[]>;
  /**
   * Like `call`, for a function that writes: its statements commit together, or not at all if it
   * raises an error. It publishes nothing, and commits before the caller sees its result.
   */
  callToCommit<R extends Row<R>>(
    context: Pick<TxContext, 'tenantId'>,
    name: string,
    values: readonly unknown[],
  ): Promise<R[]>;
  /**
   * Runs one transaction of a background worker, across tenants as far as the worker role may see.
   */
  work<T>(work: (tx: WorkerTx) => Promise<T>): Promise<T>;
  /** Registers a callback for each commit that enqueued something for the bus. */
  onEnqueued(listener: () => void): void;
  /** Like `work`, on a connection of its own: renewing leases must not wait for other workers. */
  renew<T>(work: (tx: WorkerTx) => Promise<T>): Promise<T>;
  /** Throws if the database does not respond, or a pooler drops the settings of the connection. */
  ping(): Promise<void>;
  close(): Promise<void>;
}

const attempts = 3;

/** A pod that stalls while it renews its leases must not keep their rows locked. */
const renewalIdleMs = 1_000;

interface Mode {
  begin: string;
  readOnly: boolean;
}

function checkTenant({ tenantId }: Pick<TxContext, 'tenantId'>): void {
  if (!isId('tenant', tenantId)) throw new Error('a transaction needs a tenant id');
}

const beginFor = (context: TxContext, mode: string): string => {
  checkTenant(context);
  return `BEGIN ${mode}; SET LOCAL platform.tenant_id = '${context.tenantId}'; SET LOCAL platform.tenant_uuid = '${uuidOf('tenant', context.tenantId)}'`;
};

const readMode = (context: TxContext): Mode => ({
  begin: beginFor(context, 'ISOLATION LEVEL REPEATABLE READ READ ONLY'),
  readOnly: true,
});
const writeMode = (context: TxContext): Mode => ({
  begin: beginFor(context, 'ISOLATION LEVEL READ COMMITTED READ WRITE'),
  readOnly: false,
});

/** Opens the pools of a service: one under the `_app` role, two under the `_worker` role. */
function openPools(options: DatabaseOptions) {
  const { urls, needsPrimary } = databaseServers(options.url);
  const finder = needsPrimary ? primaryFinder({ urls, log: options.log }) : undefined;
  const { maxConnections } = options;
  const app = poolFor(options, { role: 'app', maxConnections, finder });
  const worker = poolFor(options, {
    role: 'worker',
    maxConnections: Math.max(4, Math.ceil(maxConnections / 2)),
    finder,
  });
  const renewals = poolFor(options, {
    role: 'worker',
    maxConnections: 1,
    idleInTransactionMs: renewalIdleMs,
    finder,
  });
  return { app, worker, renewals, standby: standbyFor(options, app) };
}

function standbyFor(options: DatabaseOptions, primary: ServicePool): Standby | undefined {
  const { readUrl = '', maxConnections, onStandbyRead: onOutcome = () => undefined, log } = options;
  if (readUrl === '') return undefined;
  const standby = poolFor({ ...options, url: readUrl }, { role: 'app', maxConnections });
  return standbyReads({ primary, standby, log, onOutcome });
}

/** Opens the database of a service. */
export function database(options: DatabaseOptions): Database {
  const { app, worker, renewals, standby } = openPools(options);
  const checkSession = sessionCheck(options);
  const box = outbox(options.service);
  const listeners: (() => void)[] = [];
  const onEnqueued = (): void => listeners.forEach((listener) => listener());

  async function once<T>(
    pool: ServicePool,
    { begin, readOnly }: Mode,
    work: (sql: WorkerTx) => Promise<T>,
  ): Promise<T> {
    const { client, onLost, giveBack } = await acquireConnection(pool);
    const transaction = openTransaction(client, begin);
    try {
      const result = await work(transaction.sql);
      const ended = transaction.end('COMMIT');
      // The outcome of ending a read-only transaction does not matter: the connection returns to
      // the pool when it has responded.
      if (readOnly && transaction.isPlain()) {
        void ended.catch(onLost).finally(giveBack);
        return result;
      }
      if ((await ended) !== 'COMMIT')
        throw transaction.fault() ?? new Error('the transaction was rolled back by the database');
      outsideScope(() =>
        transaction.committed((error) =>
          options.log.error({ err: error }, 'a callback after a commit failed'),
        ),
      );
      giveBack();
      return result;
    } catch (error) {
      await transaction.end('ROLLBACK').catch(onLost);
      if (isDatabaseAway(error) || (!readOnly && isServerReadOnly(error))) onLost(error as Error);
      giveBack();
      throw error;
    }
  }

  async function repeated<T>(
    { readOnly }: Pick<Mode, 'readOnly'>,
    work: () => Promise<T>,
  ): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await inSpan(spanOf(readOnly), work);
      } catch (error) {
        if (isRetryable(error) && attempt < attempts) continue;
        if (isDatabaseAway(error) || (!readOnly && isServerReadOnly(error)))
          throw databaseAway(error);
        if (isDatabaseBusy(error)) throw databaseBusy(error);
        throw error;
      }
    }
  }

  const inTransaction = <T>(
    pool: ServicePool,
    mode: Mode,
    work: (sql: WorkerTx) => Promise<T>,
  ): Promise<T> => repeated(mode, () => once(pool, mode, work));

  const spanOf = (readOnly: boolean) => ({
    name: `${options.schema} ${readOnly ? 'read' : 'write'}`,
    kind: SpanKind.CLIENT,
    attributes: { 'db.system.name': 'postgresql', 'db.namespace': options.schema },
  });

  const tenantWork =
    <T>(context: TxContext, work: (tx: Tx) => Promise<T>) =>
    async (plain: WorkerTx): Promise<T> => {
      const traceparent = currentScope()?.traceparent ?? context.traceparent;
      const sql: TenantSql = {
        ...plain,
        context: traceparent ? { ...context, traceparent } : context,
      };
      const tx: Tx = { ...sql, ...announcements(box, sql, onEnqueued) };
      const result = await work(tx);
      // Not awaited: if it fails, so does the commit that follows it.
      tx.writeMessages().catch(() => undefined);
      return result;
    };
  return {
    schema: options.schema,
    transact: async (context, work) =>
      inTransaction(app, writeMode(context), tenantWork(context, work)),
    async read(context, work, { mayUseStandby = false } = {}) {
      const mode = readMode(context);
      const run = tenantWork(context, work);
      const onStandby = mayUseStandby
        ? await standby?.read((pool) => inSpan(spanOf(true), () => once(pool, mode, run)))
        : undefined;
      return onStandby ? onStandby.value : inTransaction(app, mode, run);
    },
    async call(context, name, values) {
      checkTenant(context);
      const call = { name, values: [context.tenantId, ...values] };
      return repeated({ readOnly: true }, () => callFunction(app, call));
    },
    async callToCommit(context, name, values) {
      checkTenant(context);
      const call = { name, values: [context.tenantId, ...values] };
      return repeated({ readOnly: false }, () => callToCommit(app, call));
    },
    work: (work) => inTransaction(worker, { begin: 'BEGIN READ WRITE', readOnly: false }, work),
    onEnqueued: (listener) => void listeners.push(listener),
    renew: (work) => inTransaction(renewals, { begin: 'BEGIN READ WRITE', readOnly: false }, work),
    ping: () => checkSession(app),
    close: async () =>
      void (await Promise.all([app.end(), worker.end(), renewals.end(), standby?.end()])),
  };
}
