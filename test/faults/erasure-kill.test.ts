import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { withClient } from '@platform/dev/postgres';
import { compliance } from '@platform/compliance';
import { partitionOf } from '@platform/contracts';
import { newId } from '@platform/kit/ids';
import { eventually } from '@platform/testkit/eventually';
import type { TestDataSubject } from '@platform/testkit/fake-data-subject';
import type { TestTenant } from '@platform/testkit/fake-hub';
import { send } from '@platform/testkit/http';
import type { KeptBack } from '@platform/testkit/kept-back';
import { testSurroundings } from '@platform/testkit/service';
import type { TestSurroundings } from '@platform/testkit/service';
import { connectNats } from '@platform/testkit/stores';
import { jetstreamManager } from '@platform/testkit/stores';

const erasures = '/api/v1/erasure-requests';
let around: TestSurroundings;
let environment: NodeJS.ProcessEnv;
const pods = new Set<ChildProcess>();

beforeAll(async () => {
  around = await testSurroundings({ service: compliance });
  const { environment: own } = await around.sources('compliance', 'compliance', {
    'platform.compliance.subject-hash-key': randomBytes(32).toString('base64'),
    'platform.erasure.grace-window': '0s',
    // The time after which another pod takes a drive over.
    'platform.erasure.lock-ttl': '10s',
    'platform.erasure.peer-timeout': '60s',
    'platform.erasure.sweep-cron': '-',
  });
  environment = { ...process.env, ...own, PLATFORM_LOG_LEVEL: 'silent' };
});
afterAll(async () => {
  for (const pod of pods) pod.kill('SIGKILL');
  await around.stop();
});

/** Starts a pod. Returns its process, and calls to it. */
async function startPod(holder: string) {
  const script = fileURLToPath(new URL('compliance-pod.js', import.meta.url));
  const pod = fork(script, [holder], { env: environment, execArgv: [], stdio: 'inherit' });
  pods.add(pod);
  pod.on('exit', () => pods.delete(pod));
  const [port] = (await once(pod, 'message')) as [number];
  const call = async (tenant: TestTenant, method: string, path: string, body?: unknown) => {
    const headers = {
      authorization: `Bearer ${await around.hub.token({ tenant })}`,
      'x-platform-service-authorization': `Bearer ${await around.cluster.mint('product-api', 'compliance')}`,
    };
    const options = { headers, ...(body === undefined ? {} : { body }) };
    return (await send(`http://127.0.0.1:${port}`, method, path, options)).body;
  };
  return { pod, call };
}

let tenants = 0;
/** A user, by default in a separate tenant. */
function newUser(tenant = around.hub.tenant(`tenant-${(tenants += 1)}`)) {
  const userId = newId('user');
  around.directory.setUser(tenant.id, userId, { userJson: JSON.stringify({ id: userId }) });
  return { tenant, userId };
}

const sql = <R extends object>(statement: string, params: unknown[]): Promise<R[]> =>
  withClient(
    around.database.url,
    async (client) => (await client.query<R>(statement, params)).rows,
  );

/** How often the end of a request was written to the outbox. */
const endings = async (requestId: string): Promise<number> =>
  (
    await sql(
      `SELECT FROM compliance.outbox WHERE envelope->>'type' IN ('erasure.completed', 'erasure.cancelled')
         AND envelope->'data'->'subject'->>'id' = $1`,
      [requestId],
    )
  ).length;

/** How many events of this type of a tenant are on the bus. */
async function onTheBus({ id }: TestTenant, type: string): Promise<number> {
  const nc = await connectNats(around.nats.url);
  try {
    const subject = `events.${partitionOf(id)}.${id}.${type}`;
    const jsm = await jetstreamManager(nc);
    const { state } = await jsm.streams.info('EVENTS', { subjects_filter: subject });
    return state.subjects?.[subject] ?? 0;
  } finally {
    await nc.close();
  }
}

const consentsOf = (userId: string) =>
  sql('SELECT FROM compliance.consents WHERE subject_id = $1', [userId]);

type Pod = Awaited<ReturnType<typeof startPod>>;
type Person = ReturnType<typeof newUser>;
type Stub = 'hub' | 'directory' | 'fga' | 'outbound' | 'identity-facade';
const stubs = (): Record<Stub, TestDataSubject> => ({
  hub: around.hub.subjects,
  directory: around.directory.subjects,
  fga: around.access.subjects,
  outbound: around.outbound.subjects,
  'identity-facade': around.identityFacade.subjects,
});
const everybody: readonly Stub[] = ['hub', 'directory', 'fga', 'outbound', 'identity-facade'];

async function request({ call }: Pod, { tenant, userId }: Person): Promise<string> {
  await call(tenant, 'post', '/api/v1/consents', { subjectId: userId, purposeKey: 'newsletter' });
  const subject = { type: 'user_id', value: userId };
  return (await call(tenant, 'post', erasures, { subject })).id as string;
}

const receipts = (requestId: string, phase: string) =>
  sql(
    `SELECT FROM compliance.erasure_tasks WHERE request_id = $1 AND phase = $2 AND outcome = 'DONE'`,
    [requestId, phase],
  );

/** Where the process dies, and which services the next pod must not ask again. */
interface Line {
  name: string;
  /** Brings the request to a halt there. */
  stand: (pod: Pod, person: Person) => Promise<{ id: string; kept: readonly KeptBack[] }>;
  /** Services that have sent their receipt: they are asked once in total. */
  askedOnce: readonly Stub[];
  end?: 'CANCELLED';
}

const atService =
  (stub: Stub, options?: { dryRun: boolean }): Line['stand'] =>
  async (pod, person) => {
    const kept = stubs()[stub].keepBack(person.userId, options);
    const id = await request(pod, person);
    await eventually(kept.isAsked, { what: `${stub} is asked` });
    return { id, kept: [kept] };
  };

const lines: readonly Line[] = [
  {
    name: 'after the request was created, before its drive began',
    async stand(pod, person) {
      // The drive of the tenant's first request blocks the second.
      const other = newUser(person.tenant);
      const { kept } = await atService('hub')(pod, other);
      return { id: await request(pod, person), kept };
    },
    askedOnce: everybody,
  },
  {
    name: 'after a service deactivated the account, before its receipt was stored',
    stand: atService('hub'),
    askedOnce: ['outbound', 'fga'],
  },
  {
    name: 'between the gate and the step',
    stand: atService('outbound', { dryRun: true }),
    askedOnce: everybody,
  },
  {
    name: 'in the middle of phase 2',
    async stand(pod, person) {
      const stood = await atService('outbound')(pod, person);
      await eventually(async () => (await receipts(stood.id, 'erase')).length === 3);
      return stood;
    },
    askedOnce: ['fga', 'identity-facade', 'hub', 'directory'],
  },
  {
    name: 'before the certificate is signed',
    async stand(pod, person) {
      const kept = around.hub.keepSignaturesBack(person.tenant, 'ERASURE_CERTIFICATE');
      const id = await request(pod, person);
      await eventually(kept.isAsked, { what: 'the certificate is about to be signed' });
      return { id, kept: [kept] };
    },
    askedOnce: everybody,
  },
  {
    name: 'while a cancelled request is being undone',
    async stand(pod, person) {
      const stood = await atService('directory')(pod, person);
      await pod.call(person.tenant, 'post', `${erasures}/${stood.id}/cancel`);
      return stood;
    },
    askedOnce: [],
    end: 'CANCELLED',
  },
  {
    name: 'after the completion was committed',
    async stand(pod, person) {
      const id = await request(pod, person);
      await eventually(
        async () =>
          (
            await sql(
              `SELECT FROM compliance.erasure_requests WHERE id = $1 AND state = 'COMPLETED'`,
              [id],
            )
          ).length === 1,
      );
      return { id, kept: [] };
    },
    askedOnce: everybody,
  },
];

/** Services keep their answers by request and phase: a retry must ask the same question. */
function expectSameQuestions({ name, askedOnce, end }: Line, { userId }: Person): void {
  for (const [stub, { asked }] of Object.entries(stubs())) {
    const questions = asked.filter((one) => one.userId === userId && !one.dryRun);
    const byPhase = new Map(questions.map((one) => [one.phase, JSON.stringify(one)]));
    for (const one of questions) expect(JSON.stringify(one)).toBe(byPhase.get(one.phase));
    const erasing = questions.filter(({ method }) => method === 'Erase');
    if (end === 'CANCELLED') expect([name, stub, erasing.length]).toEqual([name, stub, 0]);
    else if (askedOnce.includes(stub as Stub))
      expect([name, stub, erasing.length]).toEqual([name, stub, 1]);
  }
}

test('compliance killed at every step of an erasure: another pod continues, and every user is erased completely and once', async () => {
  // Two of them: each drives four requests at a time.
  const doomed = await Promise.all([startPod('first'), startPod('other')]);
  const stood: (Line & Person & { id: string; kept: readonly KeptBack[] })[] = [];
  for (const line of lines) {
    const person = newUser();
    stood.push({ ...line, ...person, ...(await line.stand(doomed[0], person)) });
  }
  for (const { pod } of doomed) pod.kill('SIGKILL');
  const [second] = await Promise.all([
    startPod('second'),
    ...doomed.map(({ pod }) => once(pod, 'exit')),
  ]);
  for (const { kept } of stood) for (const one of kept) one.release();

  for (const one of stood) {
    const { name, tenant, id, userId, end = 'COMPLETED' } = one;
    const ended = await eventually(
      async () => {
        const found = await second.call(tenant, 'get', `${erasures}/${id}`);
        return found.state === end ? found : undefined;
      },
      { what: `the request that died ${name} is ${end}` },
    );
    expect([name, await endings(id)]).toEqual([name, 1]);
    expectSameQuestions(one, one);
    const erased = ended.peers.filter(({ phase }: any) => phase === 'erase');
    expect([name, erased.map(({ peer, outcome }: any) => `${peer} ${outcome}`)]).toEqual([
      name,
      end === 'CANCELLED' ? [] : ['compliance', ...[...everybody].sort()].map((p) => `${p} DONE`),
    ]);
    expect([name, (await consentsOf(userId)).length]).toEqual([name, end === 'CANCELLED' ? 1 : 0]);
  }
  const [created, ...alone] = stood;
  const completed = (count: number, { tenant }: Person) =>
    eventually(async () => (await onTheBus(tenant, 'erasure.completed')) === count);
  for (const one of alone) await completed(one.end === 'CANCELLED' ? 0 : 1, one);
  // Beside it the one that stood in its way.
  await completed(2, created!);
}, 300_000);
