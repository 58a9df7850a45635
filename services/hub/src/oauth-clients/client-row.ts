import type { ApplicationTypeName } from '@platform/contracts';
import type { SetSettings } from '../applications/application-settings.ts';
import type { ClientWebhook } from '../claims-webhook/claims-enrichment.ts';

/** An active secret of a client: its id, and its SHA-256 in hexadecimal. */
export interface LiveSecret {
  id: string;
  hash: string;
}

/** A row of `find_client`. */
export interface ClientRow {
  name: string;
  type: ApplicationTypeName;
  settings: SetSettings;
  allowedScopes: string[];
  secrets: LiveSecret[];
  webhook: ClientWebhook | null;
  mayHavePolicies: boolean;
}
