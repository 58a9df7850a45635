import { usageError } from '@platform/command-line/failure';
import { platformOf } from '@platform/sdk';
import type { Platform } from '@platform/sdk';
import { InvalidArgumentError, Option } from 'commander';
import type { Command } from 'commander';
import { kindNames } from '@platform/configuration';
import type { StateOptions } from '@platform/configuration';
import type { Cli } from '../cli.ts';
import { optionsOf } from '../common-options.ts';
import type { CommonOptions } from '../common-options.ts';
import { nearestName } from '@platform/configuration/nearest-name';
import type { Session } from '../session/session.ts';

/** Reads `--only role,application`. */
function kindsIn(text: string): string[] {
  const names = text.split(',').map((name) => name.trim());
  for (const name of names) {
    if (kindNames.includes(name)) continue;
    const similar = nearestName(name, kindNames);
    throw new InvalidArgumentError(
      `There is no kind ${name}.${similar ? ` Did you mean ${similar}?` : ''} Kinds: ${kindNames.join(', ')}.`,
    );
  }
  return names;
}

/** Limits a command to some kinds. */
export const onlyOption = (): Option =>
  new Option(
    '--only <kinds>',
    'Kinds of resources, separated by commas, such as role,application',
  ).argParser(kindsIn);

/** The application that a token was issued to. */
function clientOf({ profile, token }: Session): string {
  if (profile) return profile.clientId;
  const [, payload = ''] = String(token).split('.');
  try {
    const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as {
      client_id?: string;
    };
    return claims.client_id ?? '';
  } catch {
    throw usageError('TENANTCTL_TOKEN is not an access token of a tenant.');
  }
}

/** The tenant of a command. The application that makes its calls is never configuration. */
export async function tenantOf(
  command: Command,
  cli: Cli,
): Promise<StateOptions & { platform: Platform }> {
  const { only } = optionsOf<CommonOptions & { only?: string[] }>(command);
  const session = await cli.session(command);
  return {
    platform: platformOf(session.client),
    exclude: [`application/${clientOf(session)}`],
    ...(only && { only }),
  };
}
