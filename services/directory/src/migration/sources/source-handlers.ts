import type { migrationOperations } from '@platform/contracts';
import { EgressRefused } from '@platform/kit/egress';
import type { Egress } from '@platform/kit/egress';
import type { Tx } from '@platform/kit/database';
import { answer, prepared } from '@platform/kit/http';
import type { Handlers } from '@platform/kit/http';
import { newId } from '@platform/kit/ids';
import { found, invalid, problem } from '@platform/kit/problem';
import type { SecretBox } from '@platform/kit/secrets';
import { findOrganization } from '../../organizations/organizations.ts';
import type { CheckRoles } from '../../roles/role-check.ts';
import { findActiveJobId, findLatestJobId } from '../imports/import-job-store.ts';
import { findUpload } from '../uploads/upload-store.ts';
import { isSameReceiver, sealCredential, sourceResource } from './migration-source.ts';
import type { SourceConnection, SourceRecord } from './migration-source.ts';
import { calledUrls, requireConsistent, uploadsOf } from './source-rules.ts';
import {
  deleteSource,
  findSource,
  insertSource,
  lockSource,
  updateSource,
} from './source-store.ts';

type Operations = Pick<
  typeof migrationOperations,
  'migrationSourceGet' | 'migrationSourcePut' | 'migrationSourceDelete'
>;

/** Does not resolve hosts: each call checks whether its host is allowed. */
function requireCallable(egress: Pick<Egress, 'checkUrl'>, source: SourceConnection): void {
  for (const { url, pointer } of calledUrls(source)) {
    try {
      egress.checkUrl(url);
    } catch (error) {
      if (error instanceof EgressRefused) throw invalid(pointer, error.code, error.message);
      throw error;
    }
  }
}

async function requireReferences(tx: Tx, given: Pick<SourceRecord, 'options'> & SourceConnection) {
  const { organizationId } = given.options;
  if (organizationId !== undefined && !(await findOrganization(tx, organizationId)))
    throw invalid('/options/organizationId', 'not_found', 'must be the id of an organization');
  for (const id of uploadsOf(given)) {
    const upload = await findUpload(tx, id);
    if (!upload)
      throw invalid('/connection', 'not_found', `refers to the upload ${id}, which does not exist`);
    if (upload.location === null)
      throw invalid(
        '/connection',
        'not_present',
        `refers to the upload ${id}, whose file has not been uploaded`,
      );
  }
}

async function requireIdle(tx: Tx): Promise<void> {
  const active = await findActiveJobId(tx);
  if (active !== undefined)
    throw problem('invalid_state', {
      detail: `The import ${active} is in progress. Cancel it, or wait until it has ended.`,
    });
}

const shown = async (tx: Tx, source: SourceRecord) =>
  answer(sourceResource(source, (await findLatestJobId(tx)) ?? null), { version: source.version });

export const sourceHandlers = ({
  secrets,
  egress,
  checkRoles,
}: {
  secrets: Pick<SecretBox, 'seal'>;
  egress: Pick<Egress, 'checkUrl'>;
  checkRoles: CheckRoles;
}): Handlers<Operations> => ({
  async migrationSourceGet({ tx }) {
    return shown(tx, found(await findSource(tx)));
  },

  migrationSourcePut: prepared(
    ({ principal, body }) => {
      requireConsistent(body);
      requireCallable(egress, body);
      return checkRoles(principal, [{ roles: body.options.roles, pointer: '/options/roles' }]);
    },
    async ({ tx, principal, body, ifMatch }) => {
      const before = await lockSource(tx);
      ifMatch(before?.version);
      await requireIdle(tx);
      await requireReferences(tx, body);
      const { credential, ...given } = body;
      const now = new Date();
      const id = before?.id ?? newId('migrationSource');
      const kept =
        before && isSameReceiver(before, given as SourceConnection)
          ? before.credentialSealed
          : null;
      const source = {
        ...given,
        id,
        credentialSealed: credential
          ? sealCredential(secrets, { tenantId: principal.tenantId, id }, credential)
          : kept,
        version: (before?.version ?? 0) + 1,
        createdAt: before?.createdAt ?? now,
        updatedAt: now,
      } as SourceRecord;
      if (before) await updateSource(tx, source);
      else if (!(await insertSource(tx, source)))
        throw problem('invalid_state', {
          detail: 'Another request has just configured a source; read it and retry',
        });
      await tx.publish({
        type: 'migration.source_configured',
        subject: { type: 'migration_source', id },
        data: { migrationSource: { id, kind: source.kind, version: source.version } },
      });
      return shown(tx, source);
    },
  ),

  async migrationSourceDelete({ tx, ifMatch }) {
    const source = found(await lockSource(tx));
    ifMatch(source.version);
    await requireIdle(tx);
    await deleteSource(tx, source.id);
    await tx.publish({
      type: 'migration.source_removed',
      subject: { type: 'migration_source', id: source.id },
      data: { migrationSource: { id: source.id, kind: source.kind, version: source.version } },
    });
    return { id: source.id, deleted: true as const };
  },
});
