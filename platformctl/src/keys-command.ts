import { Option } from 'commander';
import type { Command } from 'commander';
import type { Cli } from './cli.ts';
import { confirm, confirmable } from '@platform/command-line/confirmation';
import type { Confirmation } from '@platform/command-line/confirmation';
import { callOptions, patiently, withHub } from './connection.ts';
import { momentArgument } from './moment-argument.ts';

type Family = 'ES256' | 'RS256' | 'documents';

interface Rotation extends Confirmation {
  family?: Family;
  now?: boolean;
  leakedAt?: Date;
}

const tokens = {
  ES256: 'access tokens',
  RS256: 'ID tokens and security events',
};

const documentsWarning = (leakedAt?: Date): string =>
  'Rotating now revokes the current key of consent receipts, erasure certificates, access bundles, audit exports and audit ' +
  `checkpoints of all tenants. Signatures from ${leakedAt?.toISOString() ?? 'this moment'} on do not count. What it signed ` +
  'before can be verified with /oauth2/document-keys, and not with /oauth2/jwks any more.';

/** Describes what becomes unverifiable when the current key of a family is revoked. */
const rotationWarning = ({ family, leakedAt }: Rotation): string => {
  if (family === 'documents') return documentsWarning(leakedAt);
  const signed = family ? tokens[family] : `${tokens.ES256}, ${tokens.RS256}`;
  const kept = family ? '' : ' Documents stay valid: to revoke their key, use --family documents.';
  return `Rotating now revokes the current key. Whatever it signed becomes unverifiable: ${signed}.${kept}`;
};

/** `keys rotate`. */
export function keysCommand(program: Command, { terminal, connection, output }: Cli): void {
  confirmable(
    program
      .command('keys')
      .description('Signing keys of the platform')
      .command('rotate')
      .description('Publish the next signing key of each family, which is used within an hour')
      .addOption(
        new Option(
          '--family <family>',
          'Rotate one family (default: all, and with --now all except documents)',
        ).choices(['ES256', 'RS256', 'documents']),
      )
      .option(
        '--now',
        'After a leak: use the next key immediately, and revoke the current one: the tokens that it signed become unverifiable, and documents from this moment on do not count',
      )
      .option(
        '--leaked-at <time>',
        'When the key of documents leaked, if that was earlier: with --now --family documents, what it signed from then on does not count',
        momentArgument,
      ),
  ).action(async (rotation: Rotation) => {
    const { family, now = false, leakedAt, yes } = rotation;
    if (now) await confirm(terminal, { yes: yes ?? false }, rotationWarning(rotation));
    await withHub(connection(), async (hub) => {
      const rotate = () =>
        hub.tenants.RotateKeys(
          { family: family ?? '', removeCurrent: now, leakedAt: leakedAt?.toISOString() ?? '' },
          callOptions(hub),
        );
      // Retrying the removal of a key would also remove its successor.
      const { kids } = now ? await rotate() : await patiently(rotate);
      output().list(
        kids.map((kid) => ({ kid })),
        [{ header: 'NEXT KEY', value: ({ kid }) => kid }],
        'No keys.',
      );
    });
  });
}
