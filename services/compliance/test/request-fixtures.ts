import { newId } from '@platform/kit/ids';
import type { TestTenant } from '@platform/testkit/fake-hub';
import type { TestAnswer, TestApi } from '@platform/testkit/service';
import { eventually } from '@platform/testkit/eventually';
import { driveKinds, nudges } from '../src/erasure/drive-kinds.ts';
import { sweepErasures } from '../src/erasure/erasure-sweep.ts';
import { ok } from './compliance-fixtures.ts';
import type { ComplianceTestPlatform } from './compliance-fixtures.ts';

export const erasuresPath = '/api/v1/erasure-requests';
export const vetoClientsPath = '/api/v1/erasure-veto-clients';
export const accessRequestsPath = '/api/v1/access-requests';

/** A schedule that never runs: tests sweep themselves. */
export const never = '0 0 0 1 1 *';

/** A user in the directory. */
export interface TestUser {
  id: string;
  email: string;
  externalId: string;
}

/** Adds a person to the stub of the directory. */
export function knownUser(under: ComplianceTestPlatform, tenant: TestTenant): TestUser {
  const id = newId('user');
  const email = `${id}@example.com`;
  const externalId = `ext-${id}`;
  under.platform.directory.setUser(tenant.id, id, {
    userJson: JSON.stringify({ id, email, externalId }),
    identifiers: [
      { kind: 'email', value: email, verified: true },
      { kind: 'external_id', value: externalId, verified: true },
    ],
  });
  return { id, email, externalId };
}

export const requestErasure = (
  api: TestApi,
  userId: string,
  body: Record<string, unknown> = {},
): Promise<TestAnswer> =>
  api.post(erasuresPath, { body: { subject: { type: 'user_id', value: userId }, ...body } });

/** Waits until a resource has this state, and returns it. */
export const inState = (api: TestApi, path: string, state: string): Promise<any> =>
  eventually(
    async () => {
      const { body } = await api.get(path);
      return body.state === state ? body : undefined;
    },
    { what: `${path} is ${state}` },
  );

/** Requests an erasure and waits until the account is deactivated. */
export async function deactivated(api: TestApi, userId: string): Promise<any> {
  const { id } = ok(await requestErasure(api, userId));
  return inState(api, `${erasuresPath}/${id}`, 'DEACTIVATED');
}

/** Returns the calls to services about a person, in order, without dry runs. */
export const askedOf = (under: ComplianceTestPlatform, userId: string): string[] =>
  Object.entries(peersOf(under))
    .flatMap(([peer, { asked }]) =>
      asked
        .filter((one) => one.userId === userId && !one.dryRun)
        .map((one) => `${peer} ${one.method}`),
    )
    .sort();

/** The stubs of every service with personal data. */
export const peersOf = ({ platform }: ComplianceTestPlatform) => ({
  directory: platform.directory.subjects,
  fga: platform.access.subjects,
  hub: platform.hub.subjects,
  'identity-facade': platform.identityFacade.subjects,
  outbound: platform.outbound.subjects,
});

/** Drives every open request, like the schedule. */
export async function sweep({ platform }: ComplianceTestPlatform): Promise<void> {
  const { db, jobs } = platform.service.platform;
  await sweepErasures(db, nudges(jobs, driveKinds(60_000)));
}
