import type { Database } from '@platform/kit/database';
import type { Logger } from '@platform/kit/telemetry';
import type { ConnectorSeals } from '../connectors/connectors.ts';
import type { AttemptSeals } from './attempt-seals.ts';
import type { RedeemCode } from './code-redemption.ts';
import type { LinkIdentity } from './identity-linking.ts';
import type { FindKnownUsers } from './user-lookup.ts';

/** The answer of a provider, forwarded by the hub. Absent texts are empty. */
export interface ProviderAnswer {
  state: string;
  loginId: string;
  code: string;
  iss: string;
  error: string;
  userJson: string;
  /** The user to link the identity to, once the hub knows the user. */
  userId: string;
}

export interface CompleteSignInOptions {
  db: Pick<Database, 'transact' | 'read'>;
  seals: AttemptSeals;
  connectorSeals: ConnectorSeals;
  redeemCode: RedeemCode;
  findKnownUsers: FindKnownUsers;
  linkIdentity: LinkIdentity;
  log: Logger;
  clock: () => number;
}
