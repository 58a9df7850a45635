import type { ApplicationResource, ApplicationSecretResource } from '@platform/contracts';
import { contentVersion } from '@platform/kit/http';
import { settingsOf } from './application-settings.ts';
import type { ApplicationRow } from './application-store.ts';
import type { SecretRow } from './secret-store.ts';

/** An application as the API shows it. */
export const asApplication = (row: ApplicationRow): ApplicationResource => ({
  id: row.clientId,
  clientId: row.clientId,
  name: row.name,
  type: row.type,
  ...settingsOf(row.type, row.settings),
  allowedScopes: row.allowedScopes,
  enabled: row.enabled,
  claimsWebhook: row.webhook,
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
});

/** A secret as the API shows it. */
export const asSecret = (row: SecretRow): ApplicationSecretResource => ({
  id: row.id,
  last4: row.last4,
  createdAt: row.createdAt.toISOString(),
  expiresAt: row.expiresAt?.toISOString() ?? null,
  lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
});

/** Its use is not a change of a secret. */
export const secretVersion = ({ id, expiresAt }: ApplicationSecretResource): string =>
  contentVersion([id, expiresAt]);
