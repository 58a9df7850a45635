import { cpus } from 'node:os';

/** Processor time of a machine so far, in seconds over all of its cores. */
export interface MachineTime {
  busy: number;
  total: number;
}

/** Reads the processor time of this machine, whoever has used it. */
export function machineTime(): MachineTime {
  const sum = (values: readonly number[]): number => values.reduce((all, one) => all + one, 0);
  const times = cpus().map(({ times: one }) => one);
  const total = sum(times.flatMap((one) => Object.values(one))) / 1_000;
  return { total, busy: total - sum(times.map(({ idle }) => idle)) / 1_000 };
}

/** The share of this machine that was free since `before`, from 0 to 1. */
export function freeSince(before: MachineTime): number {
  const now = machineTime();
  return 1 - (now.busy - before.busy) / (now.total - before.total);
}
