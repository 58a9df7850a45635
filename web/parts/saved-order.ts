import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Client } from '@platform/sdk';
import { refreshReads } from '../client/query.ts';
import { useWebClient } from '../client/web-client.ts';
import type { OperationId } from '../generated/operations.ts';

export interface SavedOrderOptions<Row> {
  send: (api: Client, row: Row, position: number) => PromiseLike<unknown>;
  refreshes: readonly OperationId[];
}

/**
 * Saves the positions of rows that a person has moved, one after the other: if one cannot be saved, the list shows how far it came.
 * Until then, `order` is the order that the person has chosen.
 */
export function useSavedOrder<Row>({ send, refreshes }: SavedOrderOptions<Row>) {
  const queryClient = useQueryClient();
  const { api } = useWebClient();
  const [order, setOrder] = useState<readonly Row[]>();
  const [error, setError] = useState<unknown>();

  async function save(
    rows: readonly Row[],
    changes: readonly { entry: Row; position: number }[],
  ): Promise<void> {
    setOrder(rows);
    setError(undefined);
    try {
      for (const { entry, position } of changes)
        // oxlint-disable-next-line no-await-in-loop
        await send(api, entry, position);
    } catch (failure) {
      setError(failure);
    }
    await refreshReads(queryClient, refreshes);
    setOrder(undefined);
  }

  return { order, error, save };
}
