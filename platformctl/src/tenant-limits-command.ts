import { tenantLimitNames, tenantLimitProperties } from '@platform/contracts';
import type { TenantLimitName, TenantLimits } from '@platform/contracts';
import { InvalidArgumentError, Option } from 'commander';
import type { Command } from 'commander';
import type { Cli } from './cli.ts';
import { callOptions, patiently, withHub } from './connection.ts';
import { usageError } from '@platform/command-line/failure';
import { findTenant, tenantWord } from './tenant-reference.ts';

type Flag = number | 'configured';

/** The parsed options of {@link limitOptions}. */
export type LimitFlags = { [Name in TenantLimitName]?: Flag };

const flag = (name: TenantLimitName): string =>
  name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

function readFlag(text: string): Flag {
  if (text === 'configured') return text;
  if (!/^\d{1,10}$/.test(text))
    throw new InvalidArgumentError('Use a number of requests per minute, or "configured".');
  return Number(text);
}

/** Adds options such as `--tenant-requests-per-minute`. */
export const limitOptions = (command: Command): Command =>
  tenantLimitNames.reduce(
    (on, name) =>
      on.addOption(
        new Option(
          `--${flag(name)} <number>`,
          `Overrides ${tenantLimitProperties[name]}; "configured" removes the override`,
        ).argParser(readFlag),
      ),
    command,
  );

/** The limits to set, and those to reset to the configuration. */
export function limitFlags(flags: LimitFlags): { limits: TenantLimits; clear: TenantLimitName[] } {
  const given = tenantLimitNames.filter((name) => flags[name] !== undefined);
  return {
    limits: Object.fromEntries(
      given.filter((name) => flags[name] !== 'configured').map((name) => [name, flags[name]]),
    ),
    clear: given.filter((name) => flags[name] === 'configured'),
  };
}

/** `--tenant` remains for scripts that are older than the argument. */
function namedTenant(argument: string | undefined, option: string | undefined): string {
  const named = argument ?? option;
  if (named === undefined) throw usageError('missing required argument: tenant');
  return named;
}

/** `tenants limits`. */
export function limitsCommand(tenants: Command, { connection, output }: Cli): void {
  limitOptions(
    tenants
      .command('limits')
      .description("Show a tenant's rate limits, and change those that are specified")
      .argument('[tenant]', tenantWord),
  )
    .addOption(new Option('--tenant <tenant>', tenantWord).hideHelp())
    .action((argument: string | undefined, flags: LimitFlags & { tenant?: string }) =>
      withHub(connection(), async (hub) => {
        const known = await findTenant(hub, namedTenant(argument, flags.tenant));
        const change = limitFlags(flags);
        const isChange = change.clear.length > 0 || Object.keys(change.limits).length > 0;
        const request = { tenantId: known.id, ...change };
        const { limits } = isChange
          ? await patiently(() => hub.tenants.SetLimits(request, callOptions(hub)))
          : known;
        output().list(
          tenantLimitNames.map((name) => ({ limit: flag(name), value: limits?.[name] ?? null })),
          [
            { header: 'LIMIT', value: ({ limit }) => limit },
            { header: 'REQUESTS PER MINUTE', value: ({ value }) => value ?? 'configured' },
          ],
          'No limits.',
        );
      }),
    );
}
