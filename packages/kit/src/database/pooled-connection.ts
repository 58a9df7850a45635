import type pg from 'pg';
import { camelCaseRows } from './camel-case.ts';
import { isDatabaseAway } from './database-errors.ts';

/** A connection of a pool, and what is done with one that is lost. */
export async function takenFrom(pool: pg.Pool) {
  const client = await pool.connect();
  let broken: Error | undefined;
  // Without a listener a connection that is lost while nothing runs on it would end the process.
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

/** Rows of a function, in one message there and back. */
export async function callFunction<R>(
  pool: pg.Pool,
  name: string,
  values: unknown[],
): Promise<R[]> {
  const { client, onLost, giveBack } = await takenFrom(pool);
  try {
    const { fields, rows } = await client.query({
      name: `call ${name}`,
      text: `SELECT * FROM ${name}(${values.map((_value, i) => `$${i + 1}`).join(', ')})`,
      values,
      rowMode: 'array',
    });
    return camelCaseRows<R>(fields, rows);
  } catch (error) {
    if (isDatabaseAway(error)) onLost(error as Error);
    throw error;
  } finally {
    giveBack();
  }
}
