import type { HookCreation, HookResource, HookStageName, HookUpdate } from '@platform/contracts';
import { shownSecrets } from '../receivers/signing-secrets.ts';
import type { SecretRecord } from '../receivers/signing-secrets.ts';
import type { HookRecord } from './hook-store.ts';

const defaultTimeoutMs = 2000;

/** Gates fail closed: an unavailable hook must not let anyone sign up or in. */
const gates: ReadonlySet<HookStageName> = new Set(['pre_registration', 'post_login']);

/** Returns the fields of a new hook, with the defaults. */
export const hookFields = ({
  name,
  stage,
  position = 0,
  clientIds = [],
  failureMode = gates.has(stage) ? 'closed' : 'open',
  timeoutMilliseconds = defaultTimeoutMs,
  enabled = true,
}: HookCreation) => ({
  name,
  stage,
  position,
  clientIds,
  failureMode,
  timeoutMilliseconds,
  enabled,
});

/** Applies a merge patch to the hook, except its URL and headers. */
export const patchedHook = (
  hook: HookRecord,
  { url: _url, headers: _headers, ...change }: HookUpdate,
): HookRecord => ({
  ...hook,
  ...(Object.fromEntries(
    Object.entries(change).filter(([, value]) => value !== undefined),
  ) as Partial<HookRecord>),
});

export const hookResource = (
  { headers: _headers, version: _version, createdAt, updatedAt, ...shown }: HookRecord,
  secrets: readonly SecretRecord[],
): HookResource => ({
  ...shown,
  secrets: shownSecrets(secrets.filter((secret) => secret.ownerId === shown.id)),
  createdAt: createdAt.toISOString(),
  updatedAt: updatedAt.toISOString(),
});
