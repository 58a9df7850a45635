import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { withClient } from '@platform/dev/postgres';
import { compliance } from '@platform/compliance';
import { newId } from '@platform/kit/ids';
import { eventually } from '@platform/testkit/eventually';
import type { TestTenant } from '@platform/testkit/fake-hub';
import { send } from '@platform/testkit/http';
import { testSurroundings } from '@platform/testkit/service';
import type { TestSurroundings } from '@platform/testkit/service';

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
}, 60_000);
afterAll(async () => {
  for (const pod of pods) pod.kill('SIGKILL');
  await around.stop();
}, 60_000);

/** Starts a pod; answers its process, and calls to it. */
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
/** A tenant with one user. */
function somebody() {
  const tenant = around.hub.tenant(`tenant-${(tenants += 1)}`);
  const userId = newId('user');
  around.directory.setUser(tenant.id, userId, { userJson: JSON.stringify({ id: userId }) });
  return { tenant, userId };
}

const completions = async (requestId: string): Promise<number> =>
  withClient(around.database.url, async (client) => {
    const { rows } = await client.query(
      `SELECT FROM compliance.outbox WHERE envelope->>'type' IN ('erasure.completed', 'erasure.cancelled')
         AND envelope->'data'->'subject'->>'id' = $1`,
      [requestId],
    );
    return rows.length;
  });

test('compliance killed while services work: another pod goes on, and nothing is asked differently or left half done', async () => {
  const stubs = {
    hub: around.hub.subjects,
    directory: around.directory.subjects,
    fga: around.access.subjects,
    outbound: around.outbound.subjects,
    'identity-facade': around.identityFacade.subjects,
  };
  const first = await startPod('first');
  /** Requests an erasure that comes to a stand at a service. */
  const standing = async (stub: keyof typeof stubs) => {
    const person = somebody();
    const kept = stubs[stub].keepBack(person.userId);
    const subject = { type: 'user_id', value: person.userId };
    const { id } = await first.call(person.tenant, 'post', erasures, { subject });
    await eventually(kept.isAsked, { what: `${stub} is asked` });
    return { ...person, id: id as string, kept };
  };
  const requests = {
    deactivating: await standing('hub'),
    erasing: await standing('outbound'),
    cancelling: await standing('directory'),
  };
  const { cancelling } = requests;
  await first.call(cancelling.tenant, 'post', `${erasures}/${cancelling.id}/cancel`);
  first.pod.kill('SIGKILL');
  const [second] = await Promise.all([startPod('second'), once(first.pod, 'exit')]);
  for (const { kept } of Object.values(requests)) kept.release();

  for (const [name, { tenant, id, userId }] of Object.entries(requests)) {
    const state = name === 'cancelling' ? 'CANCELLED' : 'COMPLETED';
    const request = await eventually(
      async () => {
        const found = await second.call(tenant, 'get', `${erasures}/${id}`);
        return found.state === state ? found : undefined;
      },
      { what: `the request that was ${name} is ${state}` },
    );
    expect(request.peers.filter((one: any) => !['DONE'].includes(one.outcome))).toMatchObject(
      name === 'cancelling'
        ? [{ phase: 'deactivate' }, { phase: 'deactivate' }]
        : [{ peer: 'compliance', outcome: 'NOTHING_FOUND' }],
    );
    expect(await completions(id)).toBe(1);
    for (const { asked } of Object.values(stubs)) {
      // Services keep their answers by request and phase: a repeat must be the same question.
      const questions = asked.filter((one) => one.userId === userId && !one.dryRun);
      const byPhase = new Map(questions.map((one) => [one.phase, JSON.stringify(one)]));
      for (const one of questions) expect(JSON.stringify(one)).toBe(byPhase.get(one.phase));
      if (name === 'cancelling')
        expect(questions.map(({ method }) => method)).not.toContain('Erase');
    }
  }
}, 120_000);
