import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Cluster } from './cluster.ts';
import { inheritedEnvironment, serviceEnvironment } from './environment.ts';
import type { Surroundings } from './environment.ts';
import type { MailGround } from './mail-ground.ts';
import { startNodeProcess } from './node-process.ts';
import { builtMainFile } from './platform-checks.ts';
import type { PlatformOptions } from './platform-options.ts';
import type { PlatformPorts, PortedService } from './platform-ports.ts';
import { claimPlatform } from './platform-stores.ts';
import { LOOPBACK } from './ports.ts';
import { openProcessLog } from './process-log.ts';
import type { ProcessLog } from './process-log.ts';
import { createSupervisor } from './supervisor.ts';
import type { Supervised } from './supervisor.ts';
import type { TlsGround } from './tls-ground.ts';

/** A platform while it starts, runs and stops. */
export interface PlatformRun {
  readonly options: PlatformOptions;
  readonly dataDir: string;
  readonly ports: PlatformPorts;
  readonly claim: Awaited<ReturnType<typeof claimPlatform>>;
  readonly supervisor: ReturnType<typeof createSupervisor>;
  readonly logs: ProcessLog[];
  cluster?: Cluster;
  mail?: MailGround;
  edge?: { stop(): Promise<void> };
  front?: TlsGround;
}

/** The file that is written once everything is ready. */
export const readyFileIn = (dataDir: string): string => join(dataDir, 'ready.json');

/** Claims the data folder for this run. @throws if a platform already runs there */
export async function openRun(
  options: PlatformOptions,
  dataDir: string,
  ports: PlatformPorts,
): Promise<PlatformRun> {
  const { say = () => {} } = options;
  const claim = await claimPlatform(dataDir);
  rmSync(readyFileIn(dataDir), { force: true });
  return { options, dataDir, ports, claim, supervisor: createSupervisor({ say }), logs: [] };
}

/** Opens the log of a process. */
export function openRunLog({ options, dataDir, logs }: PlatformRun, name: string): ProcessLog {
  const { say = () => {}, verbose } = options;
  const log = openProcessLog(join(dataDir, 'logs'), name, say, verbose);
  logs.push(log);
  return log;
}

/** Starts a service, and restarts it when it ends. */
export function superviseService(
  run: PlatformRun,
  name: PortedService,
  around: Surroundings,
): Promise<Supervised> {
  const { mainFile = builtMainFile, env = process.env, settings } = run.options;
  const log = openRunLog(run, name);
  return run.supervisor.supervise(name, (stopping) =>
    startNodeProcess({
      name,
      script: mainFile(name),
      onLine: log.write,
      logFile: log.file,
      signal: stopping,
      readyUrl: `http://${LOOPBACK}:${run.ports[name].admin}/readyz`,
      env: {
        ...serviceEnvironment(name, around),
        ...inheritedEnvironment(env),
        ...settings?.(name),
      },
    }),
  );
}

/** Stops everything that was started, and releases the data folder. */
export async function stopRun(run: PlatformRun): Promise<void> {
  const { dataDir, supervisor, cluster, mail, edge, front, logs, claim } = run;
  rmSync(readyFileIn(dataDir), { force: true });
  await supervisor.stop();
  await Promise.all([cluster?.stop(), mail?.stop(), front?.stop(), edge?.stop()]);
  await Promise.all(logs.map((log) => log.close()));
  claim.release();
}
