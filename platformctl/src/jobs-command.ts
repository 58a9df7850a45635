import type { RpcClient } from '@platform/kit/grpc';
import { Option } from 'commander';
import type { Command } from 'commander';
import type { Cli } from './cli.ts';
import { confirm, confirmable } from '@platform/command-line/confirmation';
import type { Confirmation } from '@platform/command-line/confirmation';
import { callOptions, patiently, withService } from './connection.ts';
import type { ServerConnectionOptions, ServiceCallOptions } from './connection.ts';
import { jobColumns, jobView, listedJob } from './job-view.ts';
import type { JobView } from './job-view.ts';
import { ofService, ofServices, servicesIn } from './service-flags.ts';
import type { ServiceFlags } from './service-flags.ts';
import { tenantIdOf, tenantWord } from './tenant-reference.ts';

type Jobs = RpcClient<'platform.jobs.v1.Jobs'>;

interface ListFlags extends ServiceFlags {
  state?: string;
  kind?: string;
  tenant?: string;
}

const withJobs = <T>(
  service: ServiceCallOptions,
  connection: ServerConnectionOptions,
  work: (jobs: Jobs) => Promise<T>,
): Promise<T> =>
  withService(service, connection, (peer) => work(peer.service('platform.jobs.v1.Jobs')));

async function listJobs(
  jobs: Jobs,
  { service }: ServiceCallOptions,
  filter: { state: string; kind: string; tenantId: string },
): Promise<JobView[]> {
  const found: JobView[] = [];
  for (let before = ''; ;) {
    const request = { ...filter, limit: 200, before };
    const page = await patiently(() => jobs.List(request, callOptions()));
    found.push(...page.jobs.map((job) => listedJob(service, job)));
    if (page.nextBefore === '') return found;
    before = page.nextBefore;
  }
}

const states = ['PENDING', 'RUNNING', 'COMPLETED', 'FAILED', 'CANCELED'];

function listCommand(jobs: Command, { connection, output }: Cli): void {
  ofServices(jobs.command('list').description('List jobs, newest first'), 'Jobs of one service')
    .addOption(new Option('--state <state>', 'Jobs in this state').choices(states))
    .option('--kind <kind>', 'Jobs of this kind')
    .option('--tenant <tenant>', `Jobs of one tenant: ${tenantWord}`)
    .action(async ({ state = '', kind = '', tenant, ...flags }: ListFlags) => {
      const tenantId = tenant ? await tenantIdOf(connection(), tenant) : '';
      const filter = { state, kind, tenantId };
      const found = await Promise.all(
        servicesIn(flags).map((service) =>
          withJobs(service, connection(), (client) => listJobs(client, service, filter)),
        ),
      );
      output().list(found.flat(), jobColumns, 'No jobs.');
    });
}

/** A command on one job. */
interface JobCommand {
  name: string;
  description: string;
  method: 'Get' | 'Retry' | 'Cancel';
}

const jobCommands: readonly JobCommand[] = [
  { name: 'show', description: 'Show a job with its progress and last error', method: 'Get' },
  { name: 'retry', description: 'Run a failed, canceled or waiting job now', method: 'Retry' },
  {
    name: 'cancel',
    description: 'Cancel a pending job, or ask a running one to stop',
    method: 'Cancel',
  },
];

/** `jobs list|show|retry|cancel`. */
export function jobsCommand(program: Command, cli: Cli): void {
  const jobs = program.command('jobs').description('Background jobs of the services');
  listCommand(jobs, cli);
  for (const { name, description, method } of jobCommands) {
    const command = ofService(
      jobs.command(name).description(description).argument('<job>', 'ID of the job'),
      'Service that the job belongs to',
    );
    if (method === 'Cancel') confirmable(command);
    command.action(async (id: string, flags: Required<ServiceFlags> & Confirmation) => {
      if (method === 'Cancel')
        await confirm(cli.terminal, flags, `Canceling ${id} stops its work at its current point.`);
      await withJobs(flags, cli.connection(), async (client) =>
        cli.output().record(jobView(await client[method]({ id }, callOptions()))),
      );
    });
  }
}
