import type { RowOf, Tx } from '@platform/kit/database';
import { compliance } from '../generated/tables.ts';

const clients = compliance.table('erasureVetoClients');

export type VetoClientRow = RowOf<typeof clients>;

/** Newest first. */
export const listVetoClients = (
  tx: Tx,
  { before, limit }: { before?: string; limit: number },
): Promise<VetoClientRow[]> => clients.page(tx, { by: 'id', behind: before, limit });

export const countVetoClients = (tx: Tx): Promise<number> => clients.count(tx);

/** Undefined if the tenant has a veto client with this name. */
export const insertVetoClient = (
  tx: Tx,
  client: Omit<VetoClientRow, 'createdAt'>,
): Promise<VetoClientRow | undefined> => clients.insertIfAbsentReturning(tx, client);

export const deleteVetoClient = (tx: Tx, id: string): Promise<number> => clients.delete(tx, { id });
