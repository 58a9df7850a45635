import { contextNames } from '@platform/contracts';
import type { ContextName } from '@platform/contracts';
import { Option } from 'commander';
import type { Command } from 'commander';
import type { ServiceCallOptions } from './connection.ts';
import { usageError } from '@platform/command-line/failure';

/** Flags of a command that can call any service. */
export interface ServiceFlags {
  service?: ContextName;
  address?: string;
}

const addressFlag = '--address <host:port>';

/** A command that calls a fixed service. */
export const ofFixedService = (command: Command, service: ContextName): Command =>
  command.option(
    addressFlag,
    `gRPC address of ${service} (default: derived from the address of the hub)`,
  );

/** A command that calls one service, chosen by a flag. */
export const ofService = (command: Command, whose: string): Command =>
  command
    .addOption(new Option('--service <name>', whose).choices(contextNames).makeOptionMandatory())
    .option(
      addressFlag,
      'gRPC address of the service (default: derived from the address of the hub)',
    );

/** A command that calls one service, or all of them. */
export const ofServices = (command: Command, whose: string): Command =>
  command
    .addOption(new Option('--service <name>', `${whose} (default: all)`).choices(contextNames))
    .option(
      addressFlag,
      'gRPC address of --service (default: derived from the address of the hub)',
    );

/** The selected services. */
export function servicesIn({ service, address }: ServiceFlags): ServiceCallOptions[] {
  if (service) return [{ service, address }];
  if (address)
    throw usageError('--address requires --service, because it is the address of one service.');
  return contextNames.map((each) => ({ service: each }));
}
