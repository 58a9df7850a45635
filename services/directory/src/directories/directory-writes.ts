import { directoryConfigs } from '@platform/contracts';
import type {
  AttributeMappingRule,
  DirectoryConfig,
  DirectoryCreation,
  DirectoryKind,
  DirectoryUpdate,
} from '@platform/contracts';
import { lock } from '@platform/kit/database';
import type { Tx } from '@platform/kit/database';
import { EgressRefused } from '@platform/kit/egress';
import { mergePatch } from '@platform/kit/formats';
import { parseBody } from '@platform/kit/http';
import { newId } from '@platform/kit/ids';
import { problemWithReason, invalid } from '@platform/kit/problem';
import { z } from 'zod';
import { directoryLocks } from '../advisory-locks.ts';
import { isSame } from '../json/json-equality.ts';
import { isLdapFilter } from '../ldap/filter-syntax.ts';
import { refuseOtherReceivers } from './credential-receivers.ts';
import { publishDirectoryEvent, writeDirectory } from './directory-changes.ts';
import { isPullKind } from './directory-record.ts';
import type { DirectoryRecord } from './directory-record.ts';
import { afterStatus } from './directory-states.ts';
import { countDirectories, insertDirectory } from './directory-store.ts';

export interface DirectoryWriting {
  /** Default interval between syncs of a directory, in milliseconds. */
  syncIntervalMs: number;
  /** Names of the configured clouds. */
  clouds: ReadonlySet<string>;
  /** Checks an https URL against the egress rules. @throws EgressRefused */
  checkUrl: (url: string) => unknown;
  /** Checks that users of the directory have the attributes that a mapping reads. @throws 422 */
  checkMapping: (
    tx: Tx,
    kind: DirectoryKind,
    rules: readonly AttributeMappingRule[],
  ) => Promise<void>;
  clock: () => number;
}

const maxDirectories = 200;

/**
 * Checks what the schema of a configuration cannot express: which URLs and clouds can be called.
 */
function requireCallable(
  config: DirectoryConfig,
  { clouds, checkUrl }: Pick<DirectoryWriting, 'clouds' | 'checkUrl'>,
): void {
  if ('cloud' in config && !clouds.has(config.cloud))
    throw invalid('/config/cloud', 'invalid_format', `must be one of ${[...clouds].join(', ')}`);
  const urls: Record<string, string | undefined> = {
    issuer: 'issuer' in config ? config.issuer : undefined,
    metadataUrl: 'metadataUrl' in config ? config.metadataUrl : undefined,
  };
  for (const [name, url] of Object.entries(urls)) {
    try {
      if (url !== undefined) checkUrl(url);
    } catch (error) {
      if (!(error instanceof EgressRefused)) throw error;
      throw invalid(`/config/${name}`, error.code, error.message);
    }
  }
}

/**
 * Checks what the schema of an LDAP configuration cannot express: an invalid filter would make
 * every sync fail.
 */
function requireFilters(config: DirectoryConfig): void {
  if (!('userFilter' in config)) return;
  for (const name of ['userFilter', 'groupFilter'] as const) {
    const filter = config[name];
    if (filter !== undefined && !isLdapFilter(filter))
      throw invalid(`/config/${name}`, 'invalid_format', 'must be an LDAP filter (RFC 4515)');
  }
}

async function requireRoom(tx: Tx, organizationId: string | null): Promise<void> {
  const owner = organizationId ?? 'tenant';
  await lock(tx, directoryLocks.organizationDirectories, `${tx.context.tenantId} ${owner}`);
  if ((await countDirectories(tx, organizationId)) >= maxDirectories)
    throw problemWithReason('limit_exceeded', {
      code: 'limit_exceeded',
      detail: `An organization can have at most ${maxDirectories} directories`,
    });
}

/**
 * Creates a directory. The caller has locked its organization, if it has one. With an `id`, the
 * directory is suspended until an administrator or contact activates it.
 */
export async function createDirectory(
  tx: Tx,
  body: DirectoryCreation,
  writing: DirectoryWriting,
  { id }: { id?: string } = {},
): Promise<DirectoryRecord> {
  requireCallable(body.config, writing);
  requireFilters(body.config);
  await writing.checkMapping(tx, body.kind, body.attributeMapping);
  await requireRoom(tx, body.organizationId);
  const now = new Date(writing.clock());
  const intervalSeconds = Math.round(writing.syncIntervalMs / 1_000);
  const given = 'sync' in body ? body.sync : undefined;
  const directory: DirectoryRecord = {
    id: id ?? newId('directory'),
    organizationId: body.organizationId,
    name: body.name,
    kind: body.kind,
    provider: body.provider,
    config: body.config,
    attributeMapping: body.attributeMapping,
    deprovisioning: body.deprovisioning,
    onDelete: body.onDelete,
    sync: isPullKind(body.kind)
      ? {
          enabled: given?.enabled ?? true,
          intervalSeconds: given?.intervalSeconds ?? intervalSeconds,
          groups: given?.groups ?? true,
          deactivateMissing: given?.deactivateMissing ?? true,
        }
      : null,
    ...(id === undefined
      ? { state: 'pending' as const, stateReason: null }
      : { state: 'suspended' as const, stateReason: 'setup' }),
    lastInboundAt: null,
    lastProbe: null,
    syncPosition: null,
    fullSyncAt: null,
    nextSyncAt: null,
    failedSyncs: 0,
    version: 1,
    createdAt: now,
    updatedAt: now,
  };
  await insertDirectory(tx, directory);
  await publishDirectoryEvent(tx, 'directory.created', directory);
  return directory;
}

const mergedConfig = (
  kind: DirectoryKind,
  before: DirectoryConfig,
  patch: Record<string, unknown>,
): DirectoryConfig => {
  const schema: z.ZodType<{ config: DirectoryConfig }> = z.object({
    config: directoryConfigs[kind] as z.ZodType<DirectoryConfig>,
  });
  return parseBody(schema, { config: mergePatch(before, patch) }).config;
};

function mergedSync(
  { kind, sync }: Pick<DirectoryRecord, 'kind' | 'sync'>,
  patch: NonNullable<DirectoryUpdate['sync']>,
): DirectoryRecord['sync'] {
  if (sync === null)
    throw invalid('/sync', 'unknown_member', `is not a setting of a directory of kind ${kind}`);
  const given = Object.entries(patch).filter(([, value]) => value !== undefined);
  return { ...sync, ...Object.fromEntries(given) };
}

/** When the directory is read next, after its settings changed. */
function nextSyncOf(
  before: DirectoryRecord,
  after: Pick<DirectoryRecord, 'sync' | 'state'>,
  { now, hasCredential }: { now: number; hasCredential: boolean },
): Date | null {
  if (!after.sync?.enabled || !hasCredential || after.state === 'suspended') return null;
  if (before.nextSyncAt === null) return new Date(now);
  // A shorter interval counts from now, not from the next run.
  const within = now + after.sync.intervalSeconds * 1_000;
  return new Date(Math.min(before.nextSyncAt.getTime(), within));
}

/** Applies a merge patch to a directory, which the caller has locked. Returns the pointers that changed. */
export async function updateDirectoryBy(
  tx: Tx,
  before: DirectoryRecord,
  { body, hasCredential }: { body: DirectoryUpdate; hasCredential: boolean },
  writing: DirectoryWriting,
): Promise<{ directory: DirectoryRecord; changed: string[] }> {
  const { status, config, sync, ...members } = body;
  const now = writing.clock();
  const given = Object.entries(members).filter(([, value]) => value !== undefined);
  const patched: DirectoryRecord = { ...before, ...Object.fromEntries(given) };
  if (config) {
    patched.config = mergedConfig(before.kind, before.config, config);
    requireCallable(patched.config, writing);
    requireFilters(patched.config);
  }
  await writing.checkMapping(tx, before.kind, members.attributeMapping ?? []);
  if (config && hasCredential) refuseOtherReceivers(before.config, patched.config);
  if (sync) patched.sync = mergedSync(before, sync);
  const moved = status ? afterStatus(patched, status) : patched;
  const isReconfigured =
    !isSame(before.config, moved.config) ||
    !isSame(before.attributeMapping, moved.attributeMapping);
  const after = {
    ...moved,
    // The tracked position does not apply to another source, another part of it, or other
    // attributes.
    ...(isReconfigured ? { syncPosition: null, fullSyncAt: null } : {}),
    nextSyncAt: nextSyncOf(before, moved, { now, hasCredential }),
  };
  const names = ['name', 'provider', 'config', 'attributeMapping', 'deprovisioning'] as const;
  const changed = [...names, 'onDelete' as const, 'sync' as const]
    .filter((name) => !isSame(before[name], after[name]))
    .map((name) => `/${name}`);
  const isMoved = before.state !== after.state;
  if (changed.length === 0 && !isMoved) return { directory: before, changed };
  const directory = await writeDirectory(tx, before, after, now);
  if (changed.length > 0)
    await publishDirectoryEvent(tx, 'directory.updated', directory, { changed });
  return { directory, changed: isMoved ? [...changed, '/status'] : changed };
}
