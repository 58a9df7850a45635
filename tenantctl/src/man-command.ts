import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Option } from 'commander';
import type { Command } from 'commander';
import type { Cli } from './cli.ts';

/** `tenantctl.1` lists the areas; each has a page of its own, such as `tenantctl-users.1`. */
async function pagesOf(program: Command): Promise<Map<string, string>> {
  const { manPage } = await import('@platform/command-line/man-page');
  const source = `tenantctl ${program.version()}`;
  const areas = program.commands.filter((one) => one.name() !== 'man');
  const pages = new Map(
    areas.map((area) => [`tenantctl-${area.name()}.1`, manPage(area, { source })]),
  );
  return pages.set('tenantctl.1', manPage(program, { source, isOverview: true }));
}

/** `man`. `complete` is the program with all commands. */
export function manCommand(
  program: Command,
  { terminal }: Cli,
  complete: () => Promise<Command>,
): void {
  program
    .command('man')
    .description('Writes the pages of the manual')
    .helpGroup('Other:')
    .addOption(
      new Option('--to <folder>', 'Folder, such as ~/.local/share/man/man1').makeOptionMandatory(),
    )
    .action(async ({ to }: { to: string }) => {
      await mkdir(to, { recursive: true });
      const pages = await pagesOf(await complete());
      for (const [name, page] of pages) await writeFile(join(to, name), page);
      terminal.note(`Wrote ${pages.size} pages to ${to}.`);
    });
}
