import { isDeepStrictEqual } from 'node:util';
import type { HookResource, HookStageName, HookUpdate } from '@platform/contracts';
import type { Tx } from '@platform/kit/database';
import type { Egress } from '@platform/kit/egress';
import { problem } from '@platform/kit/problem';
import type { SealedColumn } from '@platform/kit/upkeep';
import type { SecretBox } from '@platform/kit/secrets';
import { headerSeals, mergedHeaders, sealedHeaders } from '../receivers/receiver-headers.ts';
import { checkedReceiverUrl } from '../receivers/receiver-url.ts';
import { listLiveSigningSecrets, secretSeals } from '../receivers/signing-secrets.ts';
import { hookResource, patchedHook } from './hook-record.ts';
import { countEnabledHooksLocked, countHooks } from './hook-store.ts';
import type { HookRecord } from './hook-store.ts';

export { existingHook } from './hook-store.ts';

const table = 'hooks';
const maxEnabled = 3;
const maxEnabledInFlows = 20;
const maxHooks = 100;

/** The sealed columns of hooks. */
export const sealedByHooks: readonly SealedColumn[] = [sealedHeaders(table)];

/** Seals the headers and secrets of hooks, which are sent or signed with again. */
export const hookSeals = (box: SecretBox) => ({ ...headerSeals(box, table), ...secretSeals(box) });

export type HookSeals = ReturnType<typeof hookSeals>;

/** Returns the hook as in the API. */
export const shownHook = async (tx: Tx, hook: HookRecord, now: Date): Promise<HookResource> =>
  hookResource(hook, await listLiveSigningSecrets(tx, [hook.id], now));

/** Limits the hooks of a stage, because they run in sequence while a person waits. @throws 422 `limit_exceeded` */
export async function requireHookRoom(
  tx: Tx,
  { id, stage, enabled }: Pick<HookRecord, 'id' | 'enabled'> & { stage: HookStageName },
): Promise<void> {
  const others = await countEnabledHooksLocked(tx, stage, id);
  const limit = stage === 'login_flow' ? maxEnabledInFlows : maxEnabled;
  const exceeded = (detail: string) =>
    problem('limit_exceeded', { detail, errors: [{ code: 'limit_exceeded', detail }] });
  if (enabled && others >= limit)
    throw exceeded(`At most ${limit} hooks of the stage ${stage} can be enabled`);
  if ((await countHooks(tx)) >= maxHooks)
    throw exceeded(`A tenant can have at most ${maxHooks} inline hooks`);
}

/** Applies a merge patch to the hook; `changed` is empty if nothing differs. */
export function updatedHook(
  tenantId: string,
  hook: HookRecord,
  body: HookUpdate,
  { egress, seals }: { egress: Pick<Egress, 'checkUrl'>; seals: HookSeals },
): { after: HookRecord; changed: string[] } {
  const after = patchedHook(hook, body);
  if (body.url !== undefined) after.url = checkedReceiverUrl(egress, body.url);
  if (body.headers) {
    const opened = seals.openHeaders(tenantId, hook.id, hook.headers);
    const merged = mergedHeaders(opened, body.headers);
    if (!isDeepStrictEqual(opened, merged)) {
      after.headers = seals.sealHeaders(tenantId, hook.id, merged);
      after.headerNames = Object.keys(merged);
    }
  }
  const changed = (Object.keys(after) as (keyof HookRecord)[]).filter(
    (name) => !isDeepStrictEqual(after[name], hook[name]),
  );
  return {
    after,
    changed: [...new Set(changed.map((n) => (n === 'headers' ? '/headerNames' : `/${n}`)))],
  };
}

/** Publishes a change of a hook: the hub invalidates its cache of the tenant's hooks. */
export const publishHookChange = (
  tx: Tx,
  hook: HookResource | { id: string },
  change: 'created' | 'updated' | 'deleted' | 'secret_rotated',
): Promise<unknown> =>
  tx.publish({
    type: 'webhook.hook_changed',
    subject: { type: 'hook', id: hook.id },
    data: { hook, change },
  });
