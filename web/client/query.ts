import { queryOptions } from '@tanstack/react-query';
import type { QueryClient } from '@tanstack/react-query';
import type { Call, CallOptions, Client, ProblemCode } from '@platform/sdk';
import type { OperationId } from '../generated/operations.ts';
import { webClientOf } from './web-client.ts';

/** What a read has returned. */
export interface Read<T> {
  value: T;
  /** The version of a resource, for `ifMatch`. Lists have none. */
  etag: string | undefined;
}

/**
 * Declares a read of the API, as hooks and loaders take it. It is kept under the operation and its parameters.
 * @param parameters those of the path, and the query
 * @example
 * export const userQuery = (id: string) =>
 *   apiQuery('userDirectoryGet', [id], (api, options) => users(api).get(id, options));
 */
export const apiQuery = <T, C extends ProblemCode>(
  operation: OperationId,
  parameters: readonly unknown[],
  send: (api: Client, options: CallOptions) => Call<T, C>,
) =>
  queryOptions({
    queryKey: [operation, ...parameters] as const,
    async queryFn({ client, signal }): Promise<Read<T>> {
      const { value, etag } = await send(webClientOf(client).api, { signal }).response();
      return { value, etag };
    },
  });

/** Reads again what these operations have returned: all of it that a page shows now, the rest when it is shown. */
export async function refreshReads(
  queryClient: QueryClient,
  operations: readonly OperationId[],
): Promise<void> {
  await Promise.all(
    operations.map((operation) => queryClient.invalidateQueries({ queryKey: [operation] })),
  );
}

/** Reads again every few seconds while something runs, as a job does. Goes into a query's options. */
export const pollWhile = <T>(isRunning: (value: T) => boolean, everyMs = 2_000) => ({
  refetchInterval: ({ state }: { state: { data: Read<T> | undefined } }): number | false =>
    state.data && isRunning(state.data.value) ? everyMs : false,
});
