import type { TestSignInResource, setupTestSignInOperations } from '@platform/contracts';
import type { TenantLookup } from '@platform/kit/auth';
import { isoTime } from '@platform/kit/formats';
import type { RpcClient } from '@platform/kit/grpc';
import { prepared } from '@platform/kit/http';
import type { Handlers } from '@platform/kit/http';
import { newId } from '@platform/kit/ids';
import { found, problem } from '@platform/kit/problem';
import { takeOfWindow } from '@platform/kit/rate';
import { insertTest } from './test-sign-in-store.ts';
import type { TestSignInRecord } from './test-sign-in-store.ts';
import type { TestSignIns } from './test-sign-ins.ts';

export interface TestSignInHandlersOptions {
  tests: Pick<TestSignIns, 'find' | 'outcomeOf'>;
  tenants: Pick<TenantLookup, 'byId'>;
  directory: () => Pick<RpcClient<'platform.directory.v1.Directory'>, 'GetConnection'>;
}

const lifeMs = 900_000;
const perHour = 60;

const kinds = ['oidc', 'saml'] as const;

/** Handlers of test sign-ins. The directory knows which connections the organization has. */
export function testSignInHandlers({
  tests,
  tenants,
  directory,
}: TestSignInHandlersOptions): Handlers<typeof setupTestSignInOperations> {
  const issuerOf = async (tenantId: string): Promise<string> =>
    found((await tenants.byId(tenantId)) ?? undefined).issuer;

  const shown = (
    tenantId: string,
    issuer: string,
    test: Omit<TestSignInRecord, 'tenantId'>,
  ): TestSignInResource => ({
    id: test.id,
    connectionId: test.connectionId,
    state: test.state,
    url: `${issuer}/federation/test-sign-ins/${test.id}`,
    ...tests.outcomeOf(tenantId, test as TestSignInRecord),
    createdAt: test.createdAt.toISOString(),
    endedAt: isoTime(test.endedAt),
    expiresAt: test.expiresAt.toISOString(),
  });

  return {
    setupTestSignInCreate: prepared(
      async ({ principal: { tenantId, organizationId = '' }, params: { id: directoryId } }) => {
        const question = { tenantId, directoryId, testedForOrganizationId: organizationId };
        const connection = await directory().GetConnection(question, { repeatable: true });
        const kind = kinds.find((one) => one === connection.kind);
        if (kind === undefined) throw problem('not_found');
        return { kind, issuer: await issuerOf(tenantId) };
      },
      async ({ tx, principal, params, prepared: { kind, issuer } }) => {
        await takeOfWindow(tx, {
          bucket: `test sign-ins ${params.id}`,
          limit: perHour,
          windowMs: 3_600_000,
          what: 'test sign-ins of one connection',
        });
        const createdAt = new Date();
        const test = {
          id: newId('testSignIn'),
          organizationId: principal.organizationId ?? '',
          connectionId: params.id,
          kind,
          state: 'pending' as const,
          createdAt,
          expiresAt: new Date(createdAt.getTime() + lifeMs),
        };
        await insertTest(tx, test);
        const blank = {
          browserHash: null,
          attemptSealed: null,
          handleHash: null,
          responseSealed: null,
          outcomeSealed: null,
          endedAt: null,
        };
        return shown(principal.tenantId, issuer, { ...test, ...blank });
      },
    ),

    setupTestSignInGet: prepared(
      ({ principal: { tenantId } }) => issuerOf(tenantId),
      async ({ tx, principal, params, prepared: issuer }) => {
        const test = found(await tests.find(tx, params.testId));
        const isOwn =
          test.organizationId === principal.organizationId && test.connectionId === params.id;
        if (!isOwn) throw problem('not_found');
        return shown(principal.tenantId, issuer, test);
      },
    ),
  };
}
