import type { MovedRows } from '@platform/data-lifecycle/tenant-move';
import { totpSealedColumn } from '../authenticators/totp-secrets.ts';
import { connectorSealedColumn } from '../connectors/connector-secrets.ts';
import { claimMovedDomains } from '../domains/moved-domains.ts';
import {
  keepPeppers,
  movedPepperIds,
  movedPepperSealedColumn,
} from '../passwords/moved-peppers.ts';

/** What moves with a tenant to another installation. */
export const movedRows: MovedRows = {
  leftOut: {
    challenges: 'expires within minutes; the user requests another',
    credential_throttle: 'slows down guesses for minutes',
    email_messages: 'messages that are being sent, and a record of days',
    login_events_seen: 'ids of events that only this installation publishes',
    login_previews: 'a preview that an administrator has open',
    rate_windows: 'counts requests of minutes',
    social_attempts: 'a sign-in in progress; the user signs in again',
  },
  sealed: [connectorSealedColumn, totpSealedColumn, movedPepperSealedColumn],
  replaced: movedPepperIds,
  beforeExport: keepPeppers,
  afterImport: claimMovedDomains,
};
