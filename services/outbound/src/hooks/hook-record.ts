import type { HookCreation, HookResource, HookStageName, HookUpdate } from '@platform/contracts';
import { shownSecrets } from '../receivers/signing-secrets.ts';
import type { SecretRecord } from '../receivers/signing-secrets.ts';
import type { HookRecord } from './hook-store.ts';

const defaultTimeoutMs = 2000;

/** Gates fail closed: someone who must not sign up or in does not get past a hook that is away. */
const gates: ReadonlySet<HookStageName> = new Set(['pre_registration', 'post_login']);

/** What a body says of a new hook, with the defaults. */
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

/** A hook after a merge patch, but for its URL and headers. */
export const patchedHook = (
  hook: HookRecord,
  { url: _url, headers: _headers, ...change }: HookUpdate,
): HookRecord => ({
  ...hook,
  ...(Object.fromEntries(
    Object.entries(change).filter(([, value]) => value !== undefined),
  ) as Partial<HookRecord>),
});

/** A hook as the API answers it. */
export const hookResource = (
  { headers: _headers, version: _version, createdAt, updatedAt, ...shown }: HookRecord,
  secrets: readonly SecretRecord[],
): HookResource => ({
  ...shown,
  secrets: shownSecrets(secrets.filter((secret) => secret.ownerId === shown.id)),
  createdAt: createdAt.toISOString(),
  updatedAt: updatedAt.toISOString(),
});
