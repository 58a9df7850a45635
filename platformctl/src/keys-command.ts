import { Option } from 'commander';
import type { Command } from 'commander';
import type { Cli } from './cli.ts';
import { confirm, confirmable } from './confirmation.ts';
import type { Confirmation } from './confirmation.ts';
import { callOptions, patiently, withHub } from './connection.ts';

interface Rotation extends Confirmation {
  family?: string;
  now?: boolean;
}

/** `keys rotate`. */
export function keysCommand(program: Command, { terminal, connection, output }: Cli): void {
  confirmable(
    program
      .command('keys')
      .description('Signing keys of the platform')
      .command('rotate')
      .description('Publish the next signing key of each family, which is used within an hour')
      .addOption(
        new Option('--family <family>', 'Rotate one family (default: all)').choices([
          'ES256',
          'RS256',
          'documents',
        ]),
      )
      .option('--now', 'After a leak: use the next key immediately, and revoke the current one'),
  ).action(async ({ family = '', now = false, yes }: Rotation) => {
    if (now)
      await confirm(
        terminal,
        { yes: yes ?? false },
        'Rotating now revokes the current key: every token that it signed becomes invalid.',
      );
    await withHub(connection(), async (hub) => {
      const rotate = () => hub.tenants.RotateKeys({ family, removeCurrent: now }, callOptions(hub));
      // A key taken out twice would take its successor out too.
      const { kids } = now ? await rotate() : await patiently(rotate);
      output().list(
        kids.map((kid) => ({ kid })),
        [{ header: 'NEXT KEY', value: ({ kid }) => kid }],
        'No keys.',
      );
    });
  });
}
