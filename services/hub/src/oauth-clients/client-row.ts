import type { ApplicationTypeName } from '@platform/contracts';
import type { SetSettings } from '../applications/application-settings.ts';
import type { ClientWebhook } from '../claims-webhook/claims-enrichment.ts';

/** A live secret of a client: its id, and the SHA-256 in hexadecimal. */
export interface LiveSecret {
  id: string;
  hash: string;
}

/** A client as the database describes it. */
export interface ClientRow {
  name: string;
  type: ApplicationTypeName;
  settings: SetSettings;
  allowedScopes: string[];
  secrets: LiveSecret[];
  webhook: ClientWebhook | null;
  mayHavePolicies: boolean;
}
