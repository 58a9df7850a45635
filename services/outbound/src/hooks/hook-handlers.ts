import type { hookOperations } from '@platform/contracts';
import type { Cursors } from '@platform/kit/database';
import type { Egress } from '@platform/kit/egress';
import { answer } from '@platform/kit/http';
import type { Handlers } from '@platform/kit/http';
import { newId } from '@platform/kit/ids';
import { checkedReceiverUrl } from '../receivers/receiver-url.ts';
import {
  addSigningSecret,
  listLiveSigningSecrets,
  removeSecrets,
  rotateSigningSecret,
} from '../receivers/signing-secrets.ts';
import { publishHookChange, requireHookRoom, shownHook, updatedHook } from './hook-changes.ts';
import type { HookSeals } from './hook-changes.ts';
import { hookFields, hookResource } from './hook-record.ts';
import {
  deleteHook,
  existingHook,
  insertHook,
  listHooks,
  lockedHook,
  updateHook,
} from './hook-store.ts';
import type { HookPosition, HookRecord } from './hook-store.ts';

export interface HookHandlerOptions {
  cursors: Cursors;
  egress: Pick<Egress, 'checkUrl'>;
  seals: HookSeals;
  clock: () => number;
}

type HookHandlers = Handlers<typeof hookOperations>;

const readers = ({
  cursors,
  clock,
}: HookHandlerOptions): Pick<HookHandlers, 'hookList' | 'hookGet'> => ({
  async hookList({ tx, principal: { tenantId }, query: { stage, limit, cursor } }) {
    const bound = { tenantId, list: 'hooks', filters: { stage } };
    const after = cursor === undefined ? undefined : cursors.decode(bound, cursor);
    const hooks = await listHooks(tx, stage, after as HookPosition | undefined, limit + 1);
    const ids = hooks.map(({ id }) => id);
    const secrets = await listLiveSigningSecrets(tx, ids, new Date(clock()));
    return cursors.page(bound, hooks, limit, {
      position: (hook) => [hook.stage, hook.position, hook.id],
      present: (hook) => hookResource(hook, secrets),
    });
  },

  async hookGet({ tx, params }) {
    const hook = await existingHook(tx, params.id);
    return answer(await shownHook(tx, hook, new Date(clock())), { version: hook.version });
  },
});

const writers = ({
  egress,
  seals,
  clock,
}: HookHandlerOptions): Omit<HookHandlers, 'hookList' | 'hookGet'> => ({
  async hookCreate({ tx, principal: { tenantId }, body }) {
    const now = new Date(clock());
    const id = newId('hook');
    const { headers = {} } = body;
    const hook: HookRecord = {
      id,
      ...hookFields(body),
      url: checkedReceiverUrl(egress, body.url),
      headers: seals.sealHeaders(tenantId, id, headers),
      headerNames: Object.keys(headers),
      version: 1,
      createdAt: now,
      updatedAt: now,
    };
    await requireHookRoom(tx, hook);
    await insertHook(tx, hook);
    const { secret } = await addSigningSecret(tx, seals, id, body.secret, now);
    const resource = await shownHook(tx, hook, now);
    await publishHookChange(tx, resource, 'created');
    return answer({ ...resource, secret }, { version: hook.version });
  },

  async hookUpdate({ tx, principal: { tenantId }, params, body, ifMatch, audit }) {
    const hook = await lockedHook(tx, params.id);
    ifMatch(hook.version);
    const now = new Date(clock());
    const { after, changed } = updatedHook(tenantId, hook, body, { egress, seals });
    if (changed.length === 0)
      return answer(await shownHook(tx, hook, now), { version: hook.version });
    if (after.enabled && !hook.enabled) await requireHookRoom(tx, after);
    const next = { ...after, version: hook.version + 1, updatedAt: now };
    await updateHook(tx, next);
    const resource = await shownHook(tx, next, now);
    await publishHookChange(tx, resource, 'updated');
    audit({ changed });
    return answer(resource, { version: next.version });
  },

  async hookDelete({ tx, params, ifMatch }) {
    const { id, version } = await lockedHook(tx, params.id);
    ifMatch(version);
    await removeSecrets(tx, id);
    await deleteHook(tx, id);
    await publishHookChange(tx, { id }, 'deleted');
    return { id, deleted: true as const };
  },

  async hookRotateSecret({ tx, params, body, ifMatch }) {
    const hook = await lockedHook(tx, params.id);
    ifMatch(hook.version);
    const now = new Date(clock());
    const { secret } = await rotateSigningSecret(tx, seals, hook.id, body, now);
    const next = { ...hook, version: hook.version + 1, updatedAt: now };
    await updateHook(tx, next);
    const resource = await shownHook(tx, next, now);
    await publishHookChange(tx, resource, 'secret_rotated');
    return answer({ ...resource, secret }, { version: next.version });
  },
});

export const hookHandlers = (options: HookHandlerOptions): HookHandlers => ({
  ...readers(options),
  ...writers(options),
});
