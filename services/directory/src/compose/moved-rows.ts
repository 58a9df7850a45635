import type { MovedRows } from '@platform/data-lifecycle/tenant-move';
import { sealedConnectorCredentials } from '../directories/credentials.ts';
import { sealedInvitationTokens } from '../invitations/invitation-mail.ts';
import { sealedSourceCredentials } from '../migration/sources/migration-source.ts';
import { sealedSetupTokens } from '../setup-links/setup-link-mail.ts';
import { sealedCredentialBatches } from '../users/credentials/credential-batch.ts';
import { sealedCredentials } from '../users/credentials/credential-handover.ts';

/** What moves with a tenant to another installation. */
export const movedRows: MovedRows = {
  leftOut: {
    credential_batch: 'passwords on their way to identity-facade, which takes them within seconds',
    credential_handover: 'a password on its way to identity-facade, which takes it within seconds',
    import_errors: 'belongs to an import that stays',
    import_jobs: 'the file of an import is in the object store of this installation',
    migration_uploads: 'files in the object store of this installation, for some days',
    scim_requests: 'a log of days, numbered across tenants',
    sync_pages: 'what a synchronization has read; the next one reads everything again',
    user_bulk_job_failures: 'belongs to a bulk job that stays',
    user_bulk_job_pages: 'belongs to a bulk job that stays',
    user_bulk_jobs: 'work of this installation, whose result is kept for days',
    user_export_parts: 'files in the object store of this installation, for a week',
    user_exports: 'files in the object store of this installation, for a week',
  },
  drained: {
    counter_steps: 'counters',
  },
  sealed: [
    sealedCredentials,
    sealedCredentialBatches,
    sealedInvitationTokens,
    sealedSetupTokens,
    sealedSourceCredentials,
    sealedConnectorCredentials,
  ],
};
