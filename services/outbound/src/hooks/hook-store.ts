import { isId } from '@platform/contracts';
import type { HookStageName } from '@platform/contracts';
import { given, lock } from '@platform/kit/database';
import type { RowOf, Tx } from '@platform/kit/database';
import { found } from '@platform/kit/problem';
import { outboundLocks } from '../advisory-locks.ts';
import { outbound } from '../generated/tables.ts';

const hooks = outbound
  .table('hooks')
  .narrow<{
    /** Sealed JSON. */
    headers: string | null;
  }>()
  .compute((of) => ({ timeoutMilliseconds: of.ref('timeoutMs') }))
  .omit('timeoutMs');
const enabledHooks = hooks.only({ enabled: true });

export type HookRecord = RowOf<typeof hooks>;

/** @throws 404 if the tenant has no such hook */
export const existingHook = async (tx: Tx, id: string): Promise<HookRecord> =>
  found(isId('hook', id) ? await hooks.find(tx, { id }) : undefined);

/** @throws 404 if the tenant has no such hook */
export const lockedHook = async (tx: Tx, id: string): Promise<HookRecord> =>
  found(isId('hook', id) ? await hooks.lock(tx, { id }) : undefined);

export const findHook = (tx: Tx, id: string): Promise<HookRecord | undefined> =>
  hooks.find(tx, { id });

/** The position in a list: the last hook of the previous page. */
export type HookPosition = [stage: string, position: number, id: string];

/** Lists hooks by stage, position and age. */
export const listHooks = (
  tx: Tx,
  stage: HookStageName | undefined,
  behind: HookPosition | undefined,
  limit: number,
): Promise<HookRecord[]> =>
  hooks.page(tx, {
    where: given({ stage }),
    by: ['stage', 'position', 'id'],
    ascending: true,
    behind,
    limit,
  });

/** Lists the hooks that are called at a stage, in order. */
export const listEnabledHooks = (tx: Tx, stage: HookStageName): Promise<HookRecord[]> =>
  enabledHooks.list(tx, { where: { stage }, orderBy: ['position', 'id'] });

/** Serializes changes of enabled hooks, so that the count is exact. */
export async function countEnabledHooksLocked(
  tx: Tx,
  stage: HookStageName,
  exceptId: string,
): Promise<number> {
  await lock(tx, outboundLocks.hooks, tx.context.tenantId);
  return enabledHooks.only((of) => of('id', '<>', exceptId)).count(tx, { stage });
}

/** Counts a tenant's hooks, enabled or not. Call it with the lock of {@link countEnabledHooksLocked}. */
export const countHooks = (tx: Tx): Promise<number> => hooks.count(tx);

const stored = ({ timeoutMilliseconds, ...hook }: HookRecord) => ({
  ...hook,
  timeoutMs: timeoutMilliseconds,
});

export const insertHook = (tx: Tx, hook: HookRecord): Promise<number> =>
  hooks.insert(tx, stored(hook));

export const updateHook = (tx: Tx, hook: HookRecord): Promise<number> =>
  hooks.update(tx, { id: hook.id }, stored(hook));

export const deleteHook = (tx: Tx, id: string): Promise<number> => hooks.delete(tx, { id });
