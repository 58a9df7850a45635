import { dirname, join } from 'node:path';
import { builtContexts, services } from '@platform/contracts';
import type { BuiltContext } from '@platform/contracts';
import { projectedTokenFile } from '@platform/kit/auth';
import { rpcPeer } from '@platform/kit/grpc';
import type { RpcClient } from '@platform/kit/grpc';
import type { JobMessage } from '@platform/protos';
import { Option } from 'commander';
import type { Command } from 'commander';
import { patiently } from './connection.ts';
import type { HubOptions } from './connection.ts';

interface JobsOptions {
  service: BuiltContext;
  address?: string;
  tokenDirectory?: string;
}
type JobsClient = RpcClient<'platform.jobs.v1.Jobs'>;
type Print = (line: string) => void;

/** In a cluster services have their names as hosts; on one machine they share the hub's. */
function addressBeside(hub: string, service: BuiltContext): string {
  const host = hub.replace(/:\d+$/, '');
  return `${host === 'hub' ? service : host}:${services[service].ports.rpc}`;
}

const call = { deadlineMs: 10_000 };

/** Connects to the service whose jobs are meant. Tokens are files in one directory, named by their audience. */
async function withJobs<T>(
  { service, address, tokenDirectory }: JobsOptions,
  { hub, tokenFile }: HubOptions,
  work: (jobs: JobsClient) => Promise<T>,
): Promise<T> {
  const directory = tokenDirectory ?? (tokenFile ? dirname(tokenFile) : undefined);
  if (directory === undefined) throw new Error('Say who you are: --token-directory.');
  const peer = rpcPeer({
    address: address ?? addressBeside(hub, service),
    token: projectedTokenFile(join(directory, service)),
  });
  try {
    return await work(peer.service('platform.jobs.v1.Jobs'));
  } finally {
    peer.close();
  }
}

const line = (job: JobMessage): string =>
  [
    job.id,
    job.state?.padEnd(9),
    job.kind?.padEnd(24),
    job.tenantId,
    `${job.attempts}/${job.maxAttempts}`,
    job.completedAt || job.startedAt || job.runAt,
    ...(job.schedule ? [`every ${job.schedule}`] : []),
  ].join('  ');

/** Everything that is known of a job, one property a line. */
function* lines(job: JobMessage): Iterable<string> {
  const names: Record<string, unknown> = {
    id: job.id,
    tenant: job.tenantId,
    kind: job.kind,
    state: job.state,
    attempts: `${job.attempts} of ${job.maxAttempts}`,
    priority: job.priority,
    'run at': job.runAt,
    schedule: job.schedule,
    worker: job.worker,
    'created by': job.createdBy,
    created: job.createdAt,
    started: job.startedAt,
    completed: job.completedAt,
    'cancel requested': job.cancelRequestedAt,
    error: job.lastErrorCode && `${job.lastErrorCode}: ${job.lastErrorMessage}`,
    progress: job.progressJson,
    payload: job.payloadJson,
  };
  for (const [name, value] of Object.entries(names))
    if (value !== undefined && value !== '') yield `${name.padEnd(18)}${String(value)}`;
}

interface ListFlags {
  state?: string;
  kind?: string;
  tenant?: string;
}

async function list(jobs: JobsClient, flags: ListFlags, print: Print): Promise<void> {
  for (let before = ''; ;) {
    const request = {
      state: flags.state ?? '',
      kind: flags.kind ?? '',
      tenantId: flags.tenant ?? '',
      limit: 200,
      before,
    };
    const page = await patiently(() => jobs.List(request, call));
    for (const job of page.jobs) print(line(job));
    if (page.nextBefore === '') return;
    before = page.nextBefore;
  }
}

/** `jobs list|show|retry|cancel`. */
export function jobsCommand(program: Command, options: () => HubOptions, print: Print): void {
  const jobs = program.command('jobs').description('background jobs of a service');
  const subcommand = (name: string, description: string): Command =>
    jobs
      .command(name)
      .description(description)
      .addOption(
        new Option('--service <name>', 'whose jobs').choices(builtContexts).makeOptionMandatory(),
      )
      .option(
        '--address <host:port>',
        'gRPC address of the service; without it, its port beside the hub',
      )
      .addOption(
        new Option(
          '--token-directory <directory>',
          'projected tokens, one file for each audience; the directory of --token-file without it',
        ).env('PLATFORMCTL_TOKEN_DIRECTORY'),
      );

  subcommand('list', 'list jobs, newest first')
    .addOption(
      new Option('--state <state>').choices([
        'PENDING',
        'RUNNING',
        'COMPLETED',
        'FAILED',
        'CANCELED',
      ]),
    )
    .option('--kind <kind>')
    .option('--tenant <id>', 'tnt_…')
    .action((flags: JobsOptions & ListFlags) =>
      withJobs(flags, options(), (client) => list(client, flags, print)),
    );

  const onJob = (name: string, description: string, method: 'Get' | 'Retry' | 'Cancel'): void => {
    subcommand(name, description)
      .argument('<id>', 'job_…')
      .action((id: string, flags: JobsOptions) =>
        withJobs(flags, options(), async (client) => {
          for (const text of lines(await client[method]({ id }, call))) print(text);
        }),
      );
  };
  onJob('show', 'show a job with its progress and last error', 'Get');
  onJob('retry', 'run a failed, canceled or waiting job now', 'Retry');
  onJob('cancel', 'cancel a pending job, or ask a running one to stop', 'Cancel');
}
