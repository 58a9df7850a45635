import type { Command } from 'commander';
import { callOptions, patiently, withHub } from './connection.ts';
import type { HubOptions } from './connection.ts';

/** `keys rotate`. */
export function keysCommand(
  program: Command,
  options: () => HubOptions,
  print: (line: string) => void,
): void {
  program
    .command('keys')
    .description('signing keys of the platform')
    .command('rotate')
    .description('publish the next key of each family, to sign within the hour')
    .option('--family <family>', 'ES256, RS256 or documents; all without it')
    .option('--now', 'the key leaked: the next one signs at once, what the old one signed ends')
    .action(({ family = '', now = false }: { family?: string; now?: boolean }) =>
      withHub(options(), async (hub) => {
        const rotate = () =>
          hub.tenants.RotateKeys({ family, removeCurrent: now }, callOptions(hub));
        // A key taken out twice would take its successor out too.
        for (const kid of (now ? await rotate() : await patiently(rotate)).kids) print(kid);
      }),
    );
}
