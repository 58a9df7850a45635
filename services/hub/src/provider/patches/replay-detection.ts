import type { Database } from '@platform/kit/database';
import type { Provider } from 'oidc-provider';
import { withStore } from '../../oauth-errors/oauth-error.ts';
import { insertSpentAssertion } from '../../spent-assertions/spent-assertions.ts';

interface ReplayDetectionModel {
  unique(issuer: string, id: string, expiresAt: number): Promise<boolean>;
}

/**
 * Records each client assertion once, in one statement. oidc-provider 9.13 reads before it writes, so that both of two concurrent requests
 * pass (RFC 7523 §3), and hashes issuer and id without a separator. Unnecessary when the library asks the configuration whether an
 * assertion is new.
 */
export function recordAssertions(
  provider: Provider,
  { db, tenantId }: { db: Pick<Database, 'transact'>; tenantId: string },
): void {
  const model = provider.ReplayDetection as unknown as ReplayDetectionModel;
  const context = { tenantId, actor: { type: 'system', id: 'hub' } } as const;
  model.unique = (issuer, id, expiresAt) =>
    withStore(() =>
      db.transact(context, (tx) =>
        insertSpentAssertion(tx, {
          kind: 'assertion',
          issuer,
          id,
          expiresAt: new Date(expiresAt * 1000),
        }),
      ),
    );
}
