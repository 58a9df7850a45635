import { processSources, readConfig } from '../config/config.ts';
import type { ConfigShape, ConfigSources } from '../config/config.ts';
import { migrate, trustingUrl } from '../database/database.ts';
import { createLog } from '../telemetry/log.ts';
import { runProcess, runTask } from './process.ts';
import type { ServiceDefinition } from './service-definition.ts';
import { startService } from './start-service.ts';

const migrationShape = {
  migrationUrl: 'platform.database.migration-url',
  caPath: 'platform.database.ca-path',
  logLevel: 'platform.log.level',
} as const satisfies ConfigShape;

/**
 * Migrates a service's schema. Does nothing if no owner of the schema is configured, since the
 * schema is migrated separately then.
 */
async function migrateService<S extends ConfigShape>(
  { name, schema, migrations }: ServiceDefinition<S>,
  sources: ConfigSources,
): Promise<void> {
  const { migrationUrl, caPath, logLevel } = readConfig(migrationShape, sources);
  const log = createLog(name, logLevel);
  if (!migrationUrl)
    return void log.warn(
      'platform.database.migration-url is not set, so this process does not migrate the schema',
    );
  await migrate({ url: trustingUrl(migrationUrl, caPath), schema, folder: migrations, log });
  log.info({ schema }, 'the schema is up to date');
}

/**
 * The whole `main.ts` of a service: serves; with the argument `migrate`, migrates its schema and
 * exits.
 */
export function run<S extends ConfigShape>(definition: ServiceDefinition<S>): void {
  const [command, ...others] = process.argv.slice(2);
  if (command === undefined)
    runProcess(definition.name, (sources) =>
      startService(definition, sources, { processMetrics: true }),
    );
  else if (command === 'migrate' && others.length === 0)
    runTask(definition.name, () => migrateService(definition, processSources()));
  else {
    process.stderr.write(`usage: ${definition.name} [migrate]\n`);
    process.exit(64);
  }
}
