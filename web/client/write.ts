import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { isProblem } from '@platform/sdk';
import type { Call, Client, Problem, ProblemCode } from '@platform/sdk';
import type { OperationId } from '../generated/operations.ts';
import { refreshReads } from './query.ts';
import { isAway } from './read-retry.ts';
import { webClientOf } from './web-client.ts';

export interface WriteOptions<I, T> {
  /** Reads that show what has changed. */
  refreshes: readonly OperationId[];
  /** Called after the write, before the reads are refreshed. */
  onDone?: (value: T, input: I) => void;
  /** The value is a secret: it is forgotten once the component that shows it has left. */
  isSecret?: boolean;
}

/** Gives inputs an idempotency key, and the same input the same one until the platform has decided about it. */
export function idempotencyKeys(newKey: () => string) {
  let undecided: { input: string; key: string } | undefined;
  return {
    keyOf(input: unknown): string {
      const text = JSON.stringify(input) ?? '';
      if (undecided?.input !== text) undecided = { input: text, key: newKey() };
      return undecided.key;
    },
    /** `error`: undefined after a success. */
    decide(error: unknown): void {
      const isOpen = isAway(error) || isProblem(error, 'rate_limited', 'idempotency_key_in_use');
      if (!isOpen) undecided = undefined;
    },
  };
}

/**
 * A write, as a mutation. It is sent once: if the platform is away, the user decides whether to send it again, which then takes effect
 * once. `send` is given a key for operations that take one.
 * @example
 * const create = useWrite((api, user: CreateUserRequest, key) => users(api).create(user, key), {
 *   refreshes: ['userDirectoryList'],
 * });
 */
export function useWrite<I, T, C extends ProblemCode>(
  send: (api: Client, input: I, key: { idempotencyKey: string }) => Call<T, C>,
  { refreshes, onDone, isSecret }: WriteOptions<I, T>,
) {
  const queryClient = useQueryClient();
  const { api } = webClientOf(queryClient);
  const keys = useRef(idempotencyKeys(() => crypto.randomUUID()));
  return useMutation<T, Problem | Error, I>({
    ...(isSecret && { gcTime: 0 }),
    mutationFn: (input) => send(api, input, { idempotencyKey: keys.current.keyOf(input) }),
    onSettled: (_, error) => keys.current.decide(error ?? undefined),
    async onSuccess(value, input) {
      onDone?.(value, input);
      await refreshReads(queryClient, refreshes);
    },
  });
}
