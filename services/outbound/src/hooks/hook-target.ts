import type { Tx } from '@platform/kit/database';
import type { HookTarget } from '@platform/siblings/hooks';
import type { Logger } from '@platform/kit/telemetry';
import { SecretFault } from '@platform/kit/secrets';
import { listLiveSigningSecrets } from '../receivers/signing-secrets.ts';
import type { HookSeals } from './hook-changes.ts';
import type { HookRecord } from './hook-store.ts';

/**
 * Returns decrypted hooks for callers. A hook whose headers or secrets cannot be decrypted has no
 * secrets: it cannot be called, which counts as a failure of the hook.
 */
export const hookTargets =
  ({ seals, log, clock }: { seals: HookSeals; log: Logger; clock: () => number }) =>
  async (tx: Tx, hooks: readonly HookRecord[]): Promise<Map<string, HookTarget>> => {
    const { tenantId } = tx.context;
    const ids = hooks.map(({ id }) => id);
    const secrets = await listLiveSigningSecrets(tx, ids, new Date(clock()));

    function targetOf({ id, url, headers, timeoutMilliseconds }: HookRecord): HookTarget {
      const onFault = (fault: Error): void =>
        log.error({ err: fault, hookId: id }, 'a secret of an inline hook cannot be opened');
      const own = secrets.filter(({ ownerId }) => ownerId === id);
      const opened = own.flatMap((secret) => seals.openSecret(tenantId, secret, onFault) ?? []);
      const target = { url, headers: {}, secrets: [], timeoutMs: timeoutMilliseconds };
      if (opened.length < own.length) return target;
      try {
        const plain = seals.openHeaders(tenantId, id, headers);
        return { ...target, headers: plain, secrets: opened };
      } catch (error) {
        if (!(error instanceof SecretFault)) throw error;
        onFault(error);
        return target;
      }
    }

    return new Map(hooks.map((hook) => [hook.id, targetOf(hook)]));
  };

export type HookTargets = ReturnType<typeof hookTargets>;
