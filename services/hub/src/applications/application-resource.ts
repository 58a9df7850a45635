import type { ApplicationResource, ApplicationSecretResource } from '@platform/contracts';
import { contentVersion } from '@platform/kit/http';
import { settingsOf } from './application-settings.ts';
import type { ApplicationRow } from './application-store.ts';
import type { SecretRow } from './secret-store.ts';

/** An application as the API shows it. */
export const asApplication = (row: ApplicationRow): ApplicationResource => ({
  id: row.client_id,
  clientId: row.client_id,
  name: row.name,
  type: row.type,
  ...settingsOf(row.type, row.settings),
  allowedScopes: row.allowed_scopes,
  enabled: row.enabled,
  claimsWebhook: row.webhook,
  createdAt: row.created_at.toISOString(),
  updatedAt: row.updated_at.toISOString(),
});

/** A secret as the API shows it. */
export const asSecret = (row: SecretRow): ApplicationSecretResource => ({
  id: row.id,
  last4: row.last4,
  createdAt: row.created_at.toISOString(),
  expiresAt: row.expires_at?.toISOString() ?? null,
  lastUsedAt: row.last_used_at?.toISOString() ?? null,
});

/** Its use is not a change of a secret. */
export const secretVersion = ({ id, expiresAt }: ApplicationSecretResource): string =>
  contentVersion([id, expiresAt]);
