import type pg from 'pg';
import { camelCaseRows } from './camel-case.ts';
import { isDatabaseAway, isServerReadOnly } from './database-errors.ts';
import type { ServicePool } from './service-pool.ts';
import { sendTogether } from './transaction.ts';

/** Takes a connection from a pool and handles its loss. */
export async function acquireConnection(pool: ServicePool) {
  const client = await pool.connect();
  let broken: Error | undefined;
  // Without a listener, a connection lost while idle would end the process.
  const onLost = (error: Error): void => void (broken ??= error);
  client.on('error', onLost);
  return {
    client,
    onLost,
    giveBack(): void {
      client.removeListener('error', onLost);
      client.release(broken);
    },
  };
}

/** A call of a database function. */
interface FunctionCall {
  name: string;
  values: unknown[];
}

async function sendCall<R>(client: pg.PoolClient, { name, values }: FunctionCall): Promise<R[]> {
  const { fields, rows } = await client.query({
    name: `call ${name}`,
    text: `SELECT * FROM ${name}(${values.map((_value, i) => `$${i + 1}`).join(', ')})`,
    values,
    rowMode: 'array',
  });
  return camelCaseRows<R>(fields, rows);
}

/** Sends all three statements without waiting: after a failed function, COMMIT rolls back. */
async function sendCommitted<R>(client: pg.PoolClient, call: FunctionCall): Promise<R[]> {
  sendTogether(client);
  const [begun, called, ended] = await Promise.allSettled([
    client.query('BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE'),
    sendCall<R>(client, call),
    client.query('COMMIT'),
  ]);
  if (begun.status === 'rejected') throw begun.reason;
  if (called.status === 'rejected') throw called.reason;
  if (ended.status === 'rejected') throw ended.reason;
  if (ended.value.command !== 'COMMIT')
    throw new Error('the transaction was rolled back by the database');
  return called.value;
}

/** Runs work on a connection outside of transactions, which is dropped if it was lost. */
export async function onConnection<R>(
  pool: ServicePool,
  work: (client: pg.PoolClient) => Promise<R>,
): Promise<R> {
  const { client, onLost, giveBack } = await acquireConnection(pool);
  try {
    return await work(client);
  } catch (error) {
    if (isDatabaseAway(error) || isServerReadOnly(error)) onLost(error as Error);
    throw error;
  } finally {
    giveBack();
  }
}

/** Calls a function that reads, in a single message, and returns its rows. */
export const callFunction = <R>(pool: ServicePool, call: FunctionCall): Promise<R[]> =>
  onConnection(pool, (client) => sendCall(client, call));

/**
 * Calls a function that writes, in a transaction of its own and a single round trip, and returns
 * its rows.
 */
export const callToCommit = <R>(pool: ServicePool, call: FunctionCall): Promise<R[]> =>
  onConnection(pool, (client) => sendCommitted(client, call));
