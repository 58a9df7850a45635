import type { TxContext } from '@platform/kit/database';
import type { RpcPeer } from '@platform/kit/grpc';
import { problem } from '@platform/kit/problem';

/**
 * Asks whether the system that a tenant migrates from accepts an unknown password. Returns the user, whom the directory creates at
 * the first success, or undefined if the password is wrong or there is no such system. @throws 503 when the system is unavailable,
 * which must not look like a wrong password
 */
export type MigratePassword = (
  context: TxContext,
  given: { identifier: string; password: string },
) => Promise<string | undefined>;

/** Longer than the directory's own timeout for the source, so that its response arrives in time. */
const deadlineMs = 12_000;

/** See {@link MigratePassword}. The call is never retried: one attempt of a person is one attempt at the source. */
export const lazyMigration =
  (directory: () => RpcPeer): MigratePassword =>
  async ({ tenantId }, { identifier, password }) => {
    if (identifier === '' || password === '') return undefined;
    const { outcome, userId } = await directory()
      .service('platform.directory.v1.Directory')
      .MigrateLogin({ tenantId, identifier, password }, { deadlineMs });
    if (outcome === 'UNAVAILABLE')
      throw problem('upstream_unavailable', {
        detail: 'The migration source cannot verify passwords at the moment',
      });
    return outcome === 'VERIFIED' ? userId : undefined;
  };
