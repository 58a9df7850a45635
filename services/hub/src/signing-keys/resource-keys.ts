import type { ApiSigningAlg, ApiSigningKeyResource } from '@platform/contracts';
import { asyncCache } from '@platform/kit/cache';
import type { Bus } from '@platform/kit/bus';
import type { Database, Tx } from '@platform/kit/database';
import { isoTime } from '@platform/kit/formats';
import { found, problem } from '@platform/kit/problem';
import type { SecretBox } from '@platform/kit/secrets';
import { every } from '@platform/kit/service';
import type { Worker } from '@platform/kit/service';
import type { Logger } from '@platform/kit/telemetry';
import type { JWK } from 'jose';
import { listResourceKeyTenants, listResourceKeys, lockResourceKeys } from './key-store.ts';
import type { StoredKey } from './key-store.ts';
import { keyOpener } from './key-snapshot.ts';
import { maintainLine, rotateLine } from './key-succession.ts';
import { keyStateOf } from './key-times.ts';
import type { KeyLine } from './key-times.ts';

export interface ResourceKeysOptions {
  db: Database;
  bus: Pick<Bus, 'hint' | 'onHint'>;
  secrets: SecretBox;
  log: Logger;
  rotationMs: number;
  now?: () => number;
}

/** The keys that sign tokens for the APIs of tenants: each tenant has its own. */
export interface ResourceKeys {
  /** Creates the tenant's first key of the algorithm, in the transaction of the API that needs it. */
  ensure(tx: Tx, alg: ApiSigningAlg): Promise<void>;
  list(tx: Tx): Promise<ApiSigningKeyResource[]>;
  /** @throws 409 `invalid_state` if the tenant has no key of the algorithm */
  rotate(
    tx: Tx,
    rotation: { alg: ApiSigningAlg; immediate: boolean },
  ): Promise<ApiSigningKeyResource>;
  /** The public halves of a tenant's keys, as backends need them. Read at most a minute ago, or after the last change. */
  published(tenantId: string): Promise<JWK[]>;
  /** The private half of the key that signs now. @throws 503 if there is none */
  signing(tenantId: string, alg: ApiSigningAlg): Promise<JWK>;
  /** Makes the successors of keys that are due, and deletes keys that no valid token is signed with. */
  maintain(): Promise<void>;
  worker: Worker;
}

const freshMs = 60_000;
const maintenanceMs = 600_000;
const actor = { type: 'system', id: 'hub' } as const;

const algOf = ({ publicJwk }: StoredKey): ApiSigningAlg => publicJwk.alg as ApiSigningAlg;

/** See {@link ResourceKeys}. */
export function resourceKeys({
  db,
  bus,
  secrets,
  log,
  rotationMs,
  now = Date.now,
}: ResourceKeysOptions): ResourceKeys {
  const succession = { secrets, rotationMs, now };
  const privateOf = keyOpener(secrets);
  const stored = asyncCache({
    keyOf: (tenantId: string) => tenantId,
    ttlMs: freshMs,
    fetch: (tenantId: string) => db.read({ tenantId, actor }, listResourceKeys),
  });
  bus.onHint('resource-keys', (payload) =>
    stored.invalidate((payload as { tenantId: string }).tenantId),
  );

  const lineOf = (tx: Tx, alg: ApiSigningAlg): KeyLine => ({
    tenantId: tx.context.tenantId,
    family: 'resource',
    alg,
  });

  /** The pods read a tenant's keys again once they have changed. */
  function announce(tx: Tx): void {
    const { tenantId } = tx.context;
    tx.afterCommit(() => {
      stored.invalidate(tenantId);
      bus.hint('resource-keys', { tenantId });
    });
  }

  const present = (key: StoredKey): ApiSigningKeyResource => ({
    kid: key.kid,
    alg: algOf(key),
    state: keyStateOf(key, now()) as ApiSigningKeyResource['state'],
    activatesAt: new Date(key.activatesAt).toISOString(),
    retiresAt: isoTime(key.retiresAt === null ? null : new Date(key.retiresAt)),
    removesAt: isoTime(key.removesAt === null ? null : new Date(key.removesAt)),
  });

  const live = (keys: readonly StoredKey[]): StoredKey[] =>
    keys.filter((key) => keyStateOf(key, now()) !== 'removed');

  async function list(tx: Tx): Promise<ApiSigningKeyResource[]> {
    return live(await listResourceKeys(tx)).map(present);
  }

  async function ensure(tx: Tx, alg: ApiSigningAlg): Promise<void> {
    await lockResourceKeys(tx);
    const keys = await listResourceKeys(tx);
    if (live(keys).some((key) => algOf(key) === alg)) return;
    await maintainLine(tx, succession, lineOf(tx, alg), keys);
    announce(tx);
  }

  const maintainTenant = (tenantId: string): Promise<void> =>
    db.transact({ tenantId, actor }, async (tx) => {
      await lockResourceKeys(tx);
      const keys = await listResourceKeys(tx);
      let isChanged = false;
      for (const alg of new Set(keys.map(algOf)))
        isChanged = (await maintainLine(tx, succession, lineOf(tx, alg), keys)) || isChanged;
      if (isChanged) announce(tx);
    });

  /** A tenant that fails does not delay the others. */
  async function maintain(): Promise<void> {
    for (const tenantId of await listResourceKeyTenants(db))
      await maintainTenant(tenantId).catch((error: unknown) =>
        log.warn({ err: error, tenantId }, 'the keys of a tenant could not be maintained'),
      );
  }

  return {
    ensure,
    list,
    async rotate(tx, { alg, immediate }) {
      await lockResourceKeys(tx);
      const all = await listResourceKeys(tx);
      if (!live(all).some((key) => algOf(key) === alg))
        throw problem('invalid_state', {
          detail: `The tenant has no key for ${alg}; an API with this algorithm creates one`,
        });
      const rotation = { all, removeCurrent: immediate };
      const kid = await rotateLine(tx, succession, lineOf(tx, alg), rotation);
      announce(tx);
      await tx.publish({
        type: 'api_resource.keys_rotated',
        subject: { type: 'signing_key', id: kid },
        data: { kid, alg, immediate },
      });
      return found((await list(tx)).find((key) => key.kid === kid));
    },
    published: async (tenantId) =>
      live(await stored.get(tenantId)).map(({ publicJwk }) => publicJwk),
    async signing(tenantId, alg) {
      const keys = await stored.get(tenantId);
      const active = keys.findLast(
        (key) => algOf(key) === alg && keyStateOf(key, now()) === 'active',
      );
      if (!active)
        throw problem('upstream_unavailable', {
          detail: 'No signing key is available yet; retry in a moment',
        });
      return privateOf(active);
    },
    maintain,
    worker: every(maintenanceMs, 'keys of APIs', log, maintain),
  };
}
