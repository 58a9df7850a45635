import { tenantLimitNames, tenantLimitProperties } from '@platform/contracts';
import type { TenantLimitName, TenantLimits } from '@platform/contracts';
import { InvalidArgumentError, Option } from 'commander';
import type { Command } from 'commander';
import { callOptions, patiently, withHub } from './connection.ts';
import type { HubOptions } from './connection.ts';

type Flag = number | 'configured';

/** What the options of {@link limitOptions} are read into. */
export type LimitFlags = { [Name in TenantLimitName]?: Flag };

const flag = (name: TenantLimitName): string =>
  name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

function readFlag(text: string): Flag {
  if (text === 'configured') return text;
  if (!/^\d{1,10}$/.test(text))
    throw new InvalidArgumentError('Not a number of requests a minute.');
  return Number(text);
}

/** `--tenant-requests-per-minute` and its like. */
export const limitOptions = (command: Command): Command =>
  tenantLimitNames.reduce(
    (on, name) =>
      on.addOption(
        new Option(
          `--${flag(name)} <number>`,
          `instead of ${tenantLimitProperties[name]}; "configured" drops it`,
        ).argParser(readFlag),
      ),
    command,
  );

/** What is to be set, and what to be as configured again. */
export function limitFlags(flags: LimitFlags): { limits: TenantLimits; clear: TenantLimitName[] } {
  const given = tenantLimitNames.filter((name) => flags[name] !== undefined);
  return {
    limits: Object.fromEntries(
      given.filter((name) => flags[name] !== 'configured').map((name) => [name, flags[name]]),
    ),
    clear: given.filter((name) => flags[name] === 'configured'),
  };
}

/** `tenants limits`. */
export function limitsCommand(
  tenants: Command,
  options: () => HubOptions,
  print: (line: string) => void,
): void {
  limitOptions(
    tenants
      .command('limits')
      .description('show, and change, the rate limits that a tenant has of its own'),
  )
    .requiredOption('--tenant <id>', 'tnt_…')
    .action(({ tenant: tenantId, ...flags }: LimitFlags & { tenant: string }) =>
      withHub(options(), async (hub) => {
        const change = limitFlags(flags);
        const isChange = Object.keys(flags).length > 0;
        const { limits } = await patiently(() =>
          isChange
            ? hub.tenants.SetLimits({ tenantId, ...change }, callOptions(hub))
            : hub.tenants.GetTenant({ tenantId }, callOptions(hub)),
        );
        for (const name of tenantLimitNames)
          print(`${flag(name).padEnd(34)}${limits?.[name] ?? 'configured'}`);
      }),
    );
}
