import { rm } from 'node:fs/promises';
import type { Command } from 'commander';
import { confirm, confirmable } from '@platform/command-line/confirmation';
import type { Confirmation } from '@platform/command-line/confirmation';
import type { Cli } from '../cli.ts';
import { callOptions, patiently, withHub } from '../connection.ts';
import { findTenant, tenantWord } from '../tenant-reference.ts';
import type { MoveHead } from './move-file.ts';
import { withHubMoves } from './move-services.ts';
import { activityOf, untilQuiet } from './quiet-tenant.ts';
import { assertNoFile, writeMoveFile } from './tenant-export.ts';
import { keyedCommand, transferKeyOf } from './transfer-key.ts';
import type { KeyFlags, TransferKey } from './transfer-key.ts';

interface ExportFlags extends Confirmation, KeyFlags {
  to: string;
}

const attempts = 3;
const tenantIn = (json: string): MoveHead['tenant'] => JSON.parse(json) as MoveHead['tenant'];

/** Suspends the tenant, so that nothing changes it while it is exported. Returns its description. */
async function suspend(
  { connection, terminal }: Cli,
  named: string,
  flags: Confirmation,
): Promise<MoveHead['tenant']> {
  const tenantId = await withHub(connection(), async (hub) => {
    const { id, slug, state } = await findTenant(hub, named);
    if (state === 'suspended') return id;
    await confirm(
      terminal,
      flags,
      `Exporting tenant ${slug} (${id}) suspends it: all of its requests are rejected.`,
    );
    await patiently(() =>
      hub.tenants.SetState({ tenantId: id, state: 'suspended' }, callOptions(hub)),
    );
    terminal.note(`Tenant ${slug} is suspended.`);
    return id;
  });
  return withHubMoves(connection(), async (moves) =>
    tenantIn((await patiently(() => moves.Depart({ tenantId }, callOptions()))).tenantJson),
  );
}

/** Exports until no service has changed anything meanwhile: all archives are of the same moment. */
async function exportAtRest(
  { connection, terminal }: Cli,
  { tenant, key, to }: { tenant: MoveHead['tenant']; key: TransferKey; to: string },
) {
  const look = () => activityOf(connection(), tenant.id);
  const report = (text: string): void => terminal.status?.(text);
  for (let attempt = 1; ; attempt++) {
    const before = await untilQuiet(look, (pending) =>
      report(`waiting for ${pending.join(', ') || 'the tenant to come to rest'}`),
    );
    const onProgress = (service: string, lines: number) => report(`${service}: ${lines} lines`);
    const written = await writeMoveFile(to, { connection: connection(), tenant, key, onProgress });
    report('');
    const { position } = await look();
    if (position === before) return written;
    await rm(to);
    if (attempt === attempts)
      throw new Error('The tenant changes while it is exported. Nothing was written.');
    terminal.note('The tenant changed while it was exported. It is exported again.');
  }
}

/** `tenants export`. */
export function tenantExportCommand(tenants: Command, cli: Cli): void {
  keyedCommand(
    confirmable(
      tenants
        .command('export')
        .description('Suspend a tenant and export it, to import it into another installation')
        .argument('<tenant>', tenantWord)
        .requiredOption('--to <file>', 'File to write; it contains personal data'),
    ),
  ).action(async (named: string, { to, ...flags }: ExportFlags) => {
    const key = await transferKeyOf(flags);
    await assertNoFile(to);
    const tenant = await suspend(cli, named, flags);
    const { moveId, lines } = await exportAtRest(cli, { tenant, key, to });
    const { id, slug } = tenant;
    cli.output().record({ id, slug, moveId, file: to, lines });
    cli.terminal.note(`Import it with: platformctl tenants import ${to}`);
  });
}
