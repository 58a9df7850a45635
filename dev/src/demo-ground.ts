import { readFileSync } from 'node:fs';
import { startDemoApplication } from './demo-application.ts';
import { addDemoPerson, applicationPath, demoEmail } from './demo-people.ts';
import type { DemoPerson } from './demo-people.ts';
import { localFetchTrusting } from './local-fetch.ts';
import type { DevPlatform } from './platform.ts';

/** Everything that a person needs to try the platform. */
export interface DemoGround {
  person: DemoPerson;
  /** URLs of the demo application, by the slug of the tenant. */
  applications: ReadonlyMap<string, string>;
  stop(): Promise<void>;
}

/**
 * Prepares the platform for people to try: a person in each demo tenant, and an application to sign in to. Runs after the platform
 * is ready, so that it does not delay those who do not need it.
 */
export async function startDemoGround(
  platform: Pick<DevPlatform, 'ready' | 'host' | 'ports' | 'secrets' | 'caFile'>,
): Promise<DemoGround> {
  const { ready, host, ports, secrets, caFile } = platform;
  const person = { email: demoEmail, password: secrets.demoPersonPassword };
  const applicationBase = `http://localhost:${ports.application}`;
  const made = await Promise.all(
    ready.tenants.map(
      async (tenant) =>
        [tenant.slug, await addDemoPerson(ready, tenant, { person, applicationBase })] as const,
    ),
  );
  const website = await startDemoApplication({
    port: ports.application,
    host,
    clients: new Map(made),
    person,
    inboxUrl: ready.inbox,
    fetch: localFetchTrusting(caFile && readFileSync(caFile, 'utf8')),
  });
  const applications = new Map(
    made.map(([slug]) => [slug, applicationPath(applicationBase, slug)]),
  );
  return { person, applications, stop: website.stop };
}
