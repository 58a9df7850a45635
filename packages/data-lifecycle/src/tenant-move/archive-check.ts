import { problem } from '@platform/kit/problem';
import type { Tx } from '@platform/kit/database';
import { uuidOf } from '@platform/kit/ids';
import type { SecretBox } from '@platform/kit/secrets';
import { archiveFormat, transferKeyId } from './archive.ts';
import type { ArchiveHead } from './archive.ts';
import { findImport, progressOf } from './import-progress.ts';
import type { ImportProgress } from './import-progress.ts';
import { movableTables } from './movable-tables.ts';
import type { MovableTable } from './movable-tables.ts';
import { moveContext } from './moved-rows.ts';
import type { TenantMove } from './moved-rows.ts';

/** The error of an archive that cannot be imported. */
export const rejected = (detail: string) => problem('invalid_state', { detail });

function parsedHead(line: string | undefined): Partial<ArchiveHead> {
  try {
    return JSON.parse(line ?? '{}') as Partial<ArchiveHead>;
  } catch {
    return {};
  }
}

/** Reads the first line, and rejects an archive of another service, tenant, form, key or schema. */
export function readHead(
  line: string | undefined,
  { service }: TenantMove,
  {
    tenantId,
    transfer,
    tables,
  }: { tenantId: string; transfer: SecretBox; tables: readonly MovableTable[] },
): ArchiveHead {
  const head = parsedHead(line);
  if (head.format !== archiveFormat || !head.archiveId || !head.tables)
    throw rejected('The file is not an archive of a tenant that this version can read.');
  if (head.service !== service || head.tenantId !== tenantId)
    throw rejected(`The archive is of ${head.tenantId} in ${head.service}.`);
  if (head.keyId !== transferKeyId(transfer))
    throw rejected('The archive was made with another transfer key.');
  for (const { name, columns } of head.tables) {
    const known = tables.find((table) => table.name === name)?.columns.map((c) => c.name);
    const unknown = columns.filter((column) => !known?.includes(column));
    if (unknown.length > 0)
      throw rejected(
        `The archive has ${name}.${unknown.join(', ')}, which ${service} does not. Upgrade this installation to the version that exported the tenant.`,
      );
  }
  return head as ArchiveHead;
}

/** Rejects an import into a schema that has rows of the tenant. */
export async function assertNoRows(tx: Tx, tables: readonly MovableTable[]): Promise<void> {
  const { tenantId } = tx.context;
  for (const { name, byUuid } of tables) {
    const key = byUuid ? uuidOf('tenant', tenantId) : tenantId;
    if (await tx.row(`SELECT FROM ${name} WHERE tenant_id = $1 LIMIT 1`, [key]))
      throw rejected(`The tenant already has rows in ${name} of this installation.`);
  }
}

/** Checks whether the archive with this first line can be imported, or continued. Writes nothing. */
export const checkArchive = (
  move: TenantMove,
  tenantId: string,
  transfer: SecretBox,
  line: string | undefined,
): Promise<ImportProgress> =>
  move.db.read(moveContext(tenantId), async (tx) => {
    const tables = await movableTables(tx, move.db.schema, move.moved);
    const head = readHead(line, move, { tenantId, transfer, tables });
    const known = await findImport(tx);
    if (known && known.archiveId !== head.archiveId)
      throw rejected(
        'The tenant is being imported from another archive. Continue or abandon that.',
      );
    if (!known) await assertNoRows(tx, tables);
    return progressOf(tx, known);
  });
