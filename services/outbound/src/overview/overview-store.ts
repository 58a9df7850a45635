import { sql } from '@platform/kit/database';
import type { Tx } from '@platform/kit/database';
import type { SearchTerm } from '@platform/siblings/overview';
import { outbound } from '../generated/tables.ts';

const endpoints = outbound.table('webhookEndpoints');
const sinks = outbound.table('siemSinks');
const hooks = outbound.table('hooks');

/** An endpoint that has been disabled by its failures, or is failing. */
export interface TroubledEndpoint {
  id: string;
  url: string;
  status: 'enabled' | 'auto_disabled';
  ordering: 'best_effort' | 'strict';
  statusChangedAt: Date;
  failingSince: Date | null;
}

export const listTroubledEndpoints = (tx: Tx, limit: number): Promise<TroubledEndpoint[]> =>
  tx.rows<TroubledEndpoint>(
    `SELECT e.id, e.url, e.status, e.ordering, e.status_changed_at, l.failing_since
     FROM webhook_endpoints e JOIN webhook_lanes l ON l.tenant_id = e.tenant_id AND l.endpoint_id = e.id
     WHERE e.tenant_id = $1 AND (e.status = 'auto_disabled' OR (e.status = 'enabled' AND l.failing_since IS NOT NULL))
     ORDER BY coalesce(l.failing_since, e.status_changed_at) LIMIT $2`,
    [tx.context.tenantId, limit],
  );

/** A sink that is suspended, or that cannot send. */
export interface TroubledSink {
  id: string;
  name: string;
  status: 'active' | 'suspended';
  updatedAt: Date;
  failingSince: Date | null;
}

export const listTroubledSinks = (tx: Tx, limit: number): Promise<TroubledSink[]> =>
  tx.rows<TroubledSink>(
    `SELECT s.id, s.name, s.status, s.updated_at, c.failing_since
     FROM siem_sinks s JOIN siem_cursors c ON c.tenant_id = s.tenant_id AND c.sink_id = s.id
     WHERE s.tenant_id = $1 AND (s.status = 'suspended' OR (s.status = 'active' AND c.failing_since IS NOT NULL))
     ORDER BY coalesce(c.failing_since, s.updated_at) LIMIT $2`,
    [tx.context.tenantId, limit],
  );

export const hasEndpoint = async (tx: Tx): Promise<boolean> =>
  (await tx.row(endpoints.pick('id').select(tx).limit(1))) !== undefined;

/** Finds endpoints by their id, or by a part of their URL: people know the host. */
export const findEndpoints = (tx: Tx, { text, key, limit }: SearchTerm) =>
  tx.rows(
    endpoints
      .pick('id', 'url', 'description')
      .select(tx)
      .where((of) =>
        of.or([
          of('id', '=', text),
          sql<boolean>`strpos(lower(url), ${key}) > 0`,
          sql<boolean>`lower(coalesce(description, '')) ^@ ${key}`,
        ]),
      )
      .orderBy('id', 'desc')
      .limit(limit),
  );

export const findSinks = (tx: Tx, { text, key, limit }: SearchTerm) =>
  tx.rows(
    sinks
      .pick('id', 'name', 'kind')
      .select(tx)
      .where((of) => of.or([of('id', '=', text), sql<boolean>`lower(name) ^@ ${key}`]))
      .orderBy('name')
      .limit(limit),
  );

export const findHooks = (tx: Tx, { text, key, limit }: SearchTerm) =>
  tx.rows(
    hooks
      .pick('id', 'name', 'stage')
      .select(tx)
      .where((of) => of.or([of('id', '=', text), sql<boolean>`lower(name) ^@ ${key}`]))
      .orderBy('name')
      .limit(limit),
  );
