import { isId } from '@platform/contracts';
import type { SiemSinkResource, SinkFilterRules, SinkRedactionRules } from '@platform/contracts';
import { lock } from '@platform/kit/database';
import type { RowOf, Tx } from '@platform/kit/database';
import { found, problem } from '@platform/kit/problem';
import { outboundLocks } from '../advisory-locks.ts';
import { outbound } from '../generated/tables.ts';

const sinks = outbound.table('siemSinks').narrow<
  Pick<SiemSinkResource, 'format' | 'batch' | 'tls'> & {
    /** Without headers. */
    config: Record<string, unknown>;
    /** Sealed JSON. */
    secrets: string;
    filter: SinkFilterRules;
    redaction: SinkRedactionRules;
  }
>();

export type SinkRecord = RowOf<typeof sinks>;

export const findSink = (tx: Tx, id: string): Promise<SinkRecord | undefined> =>
  sinks.find(tx, { id });

/** @throws 404 if the tenant has no such sink */
export const existingSink = async (tx: Tx, id: string): Promise<SinkRecord> =>
  found(isId('sink', id) ? await findSink(tx, id) : undefined);

/** @throws 404 if the tenant has no such sink */
export const lockedSink = async (tx: Tx, id: string): Promise<SinkRecord> =>
  found(isId('sink', id) ? await sinks.lock(tx, { id }) : undefined);

/** @throws 404 if the organization has no such sink */
export async function existingSinkOf(
  tx: Tx,
  organizationId: string,
  id: string,
): Promise<SinkRecord> {
  const sink = await existingSink(tx, id);
  if (sink.organizationId !== organizationId) throw problem('not_found');
  return sink;
}

/** Newest first. */
export const listSinks = (
  tx: Tx,
  behind: string | undefined,
  limit: number,
): Promise<SinkRecord[]> => sinks.page(tx, { by: 'id', behind, limit });

/** Sinks that contacts of an organization have set up, oldest first. */
export const listSinksOf = (tx: Tx, organizationId: string): Promise<SinkRecord[]> =>
  sinks.list(tx, { where: { organizationId }, orderBy: 'id' });

/** Serializes the creations of a tenant, so that the count is exact. */
export async function countSinksLocked(tx: Tx): Promise<number> {
  await lock(tx, outboundLocks.sinks, tx.context.tenantId);
  return sinks.count(tx);
}

export const insertSink = (tx: Tx, sink: SinkRecord): Promise<number> => sinks.insert(tx, sink);

export const updateSink = (tx: Tx, sink: SinkRecord): Promise<number> =>
  sinks.update(tx, { id: sink.id }, sink);

export const deleteSink = (tx: Tx, id: string): Promise<number> => sinks.delete(tx, { id });
