import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { TestSignInResource } from '@platform/contracts';
import { isId } from '@platform/contracts';
import type { DirectoryTenant } from '@platform/kit/auth';
import type { Database, Tx } from '@platform/kit/database';
import type { SecretBox } from '@platform/kit/secrets';
import { BrokeredSignInFailed } from '../federation/brokered-identity.ts';
import type {
  BrokeredAttempt,
  BrokeredOrder,
  ProviderResponse,
} from '../federation/brokered-identity.ts';
import { messagesOf } from '../federation/brokers.ts';
import type { Brokers } from '../federation/brokers.ts';
import { findTest, lockLiveTest, secretHash, updateTest } from './test-sign-in-store.ts';
import type { TestSignInRecord } from './test-sign-in-store.ts';

/** How a test ended: what the API shows of it. */
export type TestOutcome = Pick<TestSignInResource, 'result' | 'failure'>;

export interface TestSignInsOptions {
  db: Pick<Database, 'read' | 'transact'>;
  secrets: Pick<SecretBox, 'seal' | 'open'>;
  brokers: Pick<Brokers, 'begin' | 'complete'>;
}

type Tenant = Pick<DirectoryTenant, 'id' | 'issuer'>;
type Part = 'attempt' | 'response' | 'outcome';

/** Rows are kept for a day, so their columns are not resealed. */
const placeOf = (tenantId: string, id: string, part: Part) => ({
  tenantId,
  field: `test_sign_in/${id}/${part}`,
});
const contextOf = (tenantId: string) =>
  ({ tenantId, actor: { type: 'system', id: 'hub' } }) as const;

const orderOf = (
  { id: tenantId, issuer }: Tenant,
  { id, connectionId, organizationId }: TestSignInRecord,
): BrokeredOrder => ({
  tenantId,
  origin: issuer,
  issuer,
  loginId: id,
  connection: connectionId,
  loginHint: '',
  uiLocales: [],
  testedFor: organizationId,
});

const reasons = ['access_denied', 'response_invalid'] as const;

/** The failure of a test. The contact owns the provider, and needs the cause to correct it. */
function failureOf(error: unknown): TestOutcome {
  if (!(error instanceof BrokeredSignInFailed)) throw error;
  const reason = reasons.find((one) => one === error.reason) ?? 'connection_unavailable';
  const detail = messagesOf(error.cause).slice(0, 1_000);
  return { result: null, failure: { reason, detail: detail === '' ? null : detail } };
}

/** Sign-ins at a provider that end with the claims, instead of a user and a session. */
export function testSignIns({ db, secrets, brokers }: TestSignInsOptions) {
  const seal = (tenantId: string, id: string, part: Part, value: unknown): string =>
    secrets.seal(JSON.stringify(value), placeOf(tenantId, id, part));
  const opened = <T>(tenantId: string, id: string, part: Part, sealed: string): T =>
    JSON.parse(secrets.open(sealed, placeOf(tenantId, id, part))) as T;

  const end = (tx: Tx, { id }: TestSignInRecord, outcome: TestOutcome): Promise<number> =>
    updateTest(tx, id, {
      state: outcome.failure ? 'failed' : 'succeeded',
      outcomeSealed: seal(tx.context.tenantId, id, 'outcome', outcome),
      attemptSealed: null,
      responseSealed: null,
      handleHash: null,
      endedAt: new Date(),
    });

  const live = (tenantId: string, id: string): Promise<TestSignInRecord | undefined> =>
    isId('testSignIn', id)
      ? db.transact(contextOf(tenantId), (tx) => lockLiveTest(tx, id))
      : Promise.resolve(undefined);

  async function endTest(
    { id: tenantId }: Tenant,
    test: TestSignInRecord,
    outcome: TestOutcome,
  ): Promise<void> {
    await db.transact(contextOf(tenantId), async (tx) => {
      const current = await lockLiveTest(tx, test.id);
      if (current && current.endedAt === null) await end(tx, current, outcome);
    });
  }

  return {
    /** The outcome of a test that has ended. */
    outcomeOf: (tenantId: string, { id, outcomeSealed }: TestSignInRecord): TestOutcome =>
      outcomeSealed === null
        ? { result: null, failure: null }
        : opened(tenantId, id, 'outcome', outcomeSealed),

    /**
     * Begins a test in a browser. Undefined if there is no such test, or it has expired or ended. Without a `url`, the provider cannot be
     * reached, and the test has failed.
     */
    async begin(
      tenant: Tenant,
      id: string,
    ): Promise<{ test: TestSignInRecord; browser: string; url?: string } | undefined> {
      const test = await live(tenant.id, id);
      if (!test || test.endedAt !== null) return undefined;
      const browser = randomBytes(32).toString('base64url');
      try {
        const attempt = await brokers.begin(test.kind, orderOf(tenant, test));
        await db.transact(contextOf(tenant.id), (tx) =>
          updateTest(tx, id, {
            state: 'started',
            browserHash: secretHash(browser),
            attemptSealed: seal(tenant.id, id, 'attempt', attempt),
          }),
        );
        return { test, browser, url: attempt.url };
      } catch (error) {
        await endTest(tenant, test, failureOf(error));
        return { test, browser };
      }
    },

    /** Keeps a response that the browser posts from the site of the provider, without its cookie. Returns a handle. */
    keepResponse: (
      tenantId: string,
      id: string,
      form: ProviderResponse,
    ): Promise<string | undefined> =>
      db.transact(contextOf(tenantId), async (tx) => {
        const test = await lockLiveTest(tx, id);
        if (test?.state !== 'started') return undefined;
        const handle = randomBytes(32).toString('base64url');
        const responseSealed = seal(tenantId, id, 'response', form);
        await updateTest(tx, id, { handleHash: secretHash(handle), responseSealed });
        return handle;
      }),

    /** Ends a test with the response of the provider, in the browser that began it. Undefined for any other. */
    async complete(
      tenant: Tenant,
      id: string,
      { browser, query }: { browser: string; query: ProviderResponse },
    ): Promise<TestSignInRecord | undefined> {
      const test = await live(tenant.id, id);
      const hash = secretHash(browser);
      if (!test?.browserHash || !timingSafeEqual(test.browserHash, hash)) return undefined;
      if (test.state !== 'started' || test.attemptSealed === null) return test;
      const { handle, ...direct } = query;
      const isKept = handle !== undefined && test.handleHash?.equals(secretHash(handle));
      const response: ProviderResponse =
        isKept && test.responseSealed !== null
          ? opened(tenant.id, id, 'response', test.responseSealed)
          : direct;
      const attempt = opened<BrokeredAttempt>(tenant.id, id, 'attempt', test.attemptSealed);
      const outcome = await brokers.complete(orderOf(tenant, test), attempt, response).then(
        ({ issuer, subject, email, emailVerified, attributes, claims }): TestOutcome => ({
          result: { issuer, subject, email, emailVerified, attributes, claims },
          failure: null,
        }),
        failureOf,
      );
      await endTest(tenant, test, outcome);
      return test;
    },

    find: (tx: Tx, id: string): Promise<TestSignInRecord | undefined> =>
      isId('testSignIn', id) ? findTest(tx, id) : Promise.resolve(undefined),
  };
}

/** See {@link testSignIns}. */
export type TestSignIns = ReturnType<typeof testSignIns>;
