import { InvalidArgumentError } from 'commander';

/** Reads an ISO 8601 time from the command line. */
export function momentArgument(text: string): Date {
  const moment = new Date(text);
  if (Number.isNaN(moment.getTime()))
    throw new InvalidArgumentError('Use a time such as 2026-11-20T05:41:00Z.');
  return moment;
}
