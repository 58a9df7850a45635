import type { ApplicationResource, ApplicationSecretResource } from '@platform/contracts';
import { isoTime } from '@platform/kit/formats';
import { contentVersion } from '@platform/kit/http';
import { settingsOf } from './application-settings.ts';
import type { ApplicationRecord } from './application-store.ts';
import type { SecretRecord } from './secret-store.ts';

/** The API representation of an application. */
export const asApplication = (row: ApplicationRecord): ApplicationResource => ({
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

/** The API representation of a secret. */
export const asSecret = (row: SecretRecord): ApplicationSecretResource => ({
  id: row.id,
  last4: row.last4,
  createdAt: row.createdAt.toISOString(),
  expiresAt: isoTime(row.expiresAt),
  lastUsedAt: isoTime(row.lastUsedAt),
});

/** The version of a secret. Using the secret does not change it. */
export const secretVersion = ({ id, expiresAt }: ApplicationSecretResource): string =>
  contentVersion([id, expiresAt]);
