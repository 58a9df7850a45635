import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  catalogue,
  declaredProblems,
  isConditional,
  isForSetup,
  isReading,
  isSelfScope,
  scopesOf,
} from '@platform/contracts';
import type { Operation, ProblemCode } from '@platform/contracts';
import { sharedPlatform } from '@platform/testkit/platform';
import type { Answer, PlatformUnderTest } from '@platform/testkit/platform';
import { startReceiver } from '@platform/testkit/receiver';
import type { Receiver } from '@platform/testkit/receiver';
import { answerFaults, bodyFaults, parameterFaults } from './document-under-test.ts';
import { absent, anAccount, makeWorld, recipes } from './recipes/index.ts';
import type { Input, World } from './recipes/index.ts';

let platform: PlatformUnderTest;
let demo: World;
let stranger: string;
/** A user of another tenant, signed in to the own account. */
let strangeUser: string;
/** Tokens with one scope each: an operation accepts one of the first two, both if any read scope suffices, and not the third then. */
let powerless: Record<'tenant:idp.read' | 'tenant:users.read' | 'tenant:users.write', string>;
let receiver: Receiver;

beforeAll(async () => {
  receiver = await startReceiver(() => ({ status: 204 }));
  platform = await sharedPlatform(['demo', 'acme']);
  demo = await makeWorld(platform, 'demo', receiver.url);
  stranger = await platform.token('acme');
  strangeUser = (await anAccount({ ...demo, tenant: 'acme' })).token;
  powerless = {
    'tenant:idp.read': await platform.token('demo', 'tenant:idp.read'),
    'tenant:users.read': await platform.token('demo', 'tenant:users.read'),
    'tenant:users.write': await platform.token('demo', 'tenant:users.write'),
  };
});
afterAll(async () => {
  await receiver.stop();
});

const pathOf = ({ path }: Operation, { params = {}, query = {} }: Input): string => {
  const filled = path.replace(/\{(\w+)\}/g, (_whole, name: string) =>
    encodeURIComponent(params[name] as string),
  );
  const search = new URLSearchParams(query).toString();
  return search ? `${filled}?${search}` : filled;
};
const send = (
  operation: Operation,
  input: Input,
  token?: string,
  headers: Record<string, string> = {},
): Promise<Answer> =>
  platform.call(operation.method, pathOf(operation, input), {
    token,
    headers,
    ...(input.body === undefined ? {} : { body: input.body }),
    ...(input.file === undefined ? {} : { rawBody: input.file }),
  });

const readers = catalogue
  .map((entry) => entry.operation as Operation)
  .filter(({ method, noEtag }) => method === 'get' && !noEtag);
const readerOf = (path: string): Operation | undefined =>
  readers.find((reader) => reader.path === path);
/** What reads the thing that an operation acts on: the operation's path, or the nearest above it. */
function subjectReader({ path }: Operation): Operation | undefined {
  const segments = path.split('/');
  return segments
    .map((_segment, i) => readerOf(segments.slice(0, segments.length - i).join('/')))
    .find((reader) => reader !== undefined);
}
/** Background work changes their state immediately. */
const movesOn: ReadonlySet<string> = new Set([
  'webhookDeliveryRedeliver',
  'webhookRecoveryStart',
  'webhookRecoveryGet',
  'fgaExportCreate',
  'erasureRequestCreate',
  'erasureRequestCancel',
  'accessRequestCreate',
  'accessRequestRetry',
  'meErasureRequestCreate',
  'migrationSourceGetImportJob',
  'migrationSourceGetLatestImportJob',
  'migrationSourceResumeImport',
  'auditExportCreate',
  'auditVerificationCreate',
  'userBulkJobCreate',
  'userExportCreate',
]);

/** The token that reads what an operation acts on: that of the user, for the own account. */
const readerToken = ({ scopes }: Operation, { token }: Input): string | undefined =>
  scopesOf(scopes).some(isSelfScope) ? token : demo.token;

/** Reads the target or the result of a write. */
async function readBack(
  operation: Operation,
  input: Input,
  { body }: Answer,
): Promise<Answer | undefined> {
  const made = readers.find(
    ({ path }) =>
      path.startsWith(`${operation.path}/{`) &&
      path.split('/').length === operation.path.split('/').length + 1,
  );
  const reader = operation.method === 'post' && made ? made : subjectReader(operation);
  const own = reader?.path.match(/\{(\w+)\}$/)?.[1];
  if (!reader || !own) return undefined;
  const answer = await send(
    reader,
    { params: { ...input.params, ...(reader === made ? { [own]: body.id } : {}) } },
    readerToken(operation, input),
  );
  return answer.body.id === body.id ? answer : undefined;
}

/** Every refusal of an operation is a problem with a declared code. */
function expectProblem(operation: Operation, answer: Answer, code: ProblemCode): void {
  expect(answer.headers.get('content-type')).toBe('application/problem+json');
  expect(answer.body).toMatchObject({
    code,
    status: answer.status,
    requestId: answer.headers.get('x-request-id'),
  });
  expect([...declaredProblems(operation)]).toContain(answer.body.code);
}
/** The visible parts of an error, except those that name the request itself. */
const visible = ({ status, headers, body }: Answer, { params = {} }: Input) => ({
  status,
  type: headers.get('content-type'),
  body: {
    ...body,
    detail: Object.values(params).reduce<string>(
      (detail, value) => detail.replaceAll(String(value), 'ID'),
      body.detail,
    ),
    instance: '',
    requestId: '',
  },
});
/** A name that its maker chooses is free in every other tenant. */
const isMadeByName = ({ method, path }: Operation) =>
  (method === 'put' &&
    ['/api/v1/webhook-claim-schemas/', '/api/v1/consent-purposes/'].some((made) =>
      path.startsWith(made),
    )) ||
  (method === 'post' && path.endsWith('/social-connectors/{provider}'));
/** Every tenant has one of each type, built in or its own. */
const isBuiltIn = ({ method, path }: Operation) =>
  method !== 'delete' && path.startsWith('/api/v1/login-experience/email-templates/');
/** Compliance keeps documents of applications, not the applications: of an unknown one the list is empty. */
const isOfAnyApplication = ({ method, path }: Operation) =>
  method === 'get' && path === '/api/v1/applications/{clientId}/{docType}';
/** A tenant has at most one of these, or a latest one, and the stranger has none. */
const mayBeAbsent: ReadonlySet<string> = new Set([
  'loginFlowGetDraft',
  'migrationSourceGet',
  'migrationSourceGetLatestImportJob',
  'meErasureRequestGet',
  'auditRecordGet',
]);
/** Numbers are those of a tenant: each has a version 0, and records from 1 on. */
const isNumbered = ({ path }: Operation) => /\{(?:seq|version)\}$/.test(path);
const withoutRead = (operation: Operation) =>
  operation.path.includes('{') &&
  !operation.path.startsWith('/api/v1/event-types') &&
  !operation.path.startsWith('/api/v1/login-flows/templates') &&
  !isBuiltIn(operation) &&
  !isNumbered(operation) &&
  !isMadeByName(operation) &&
  !isOfAnyApplication(operation);

/** Contacts with a setup link have no token: setup.test.ts calls their operations in a session. */
const forClients = catalogue.filter(({ operation }) => !isForSetup(operation.scopes));

describe.each(
  forClients.map((entry) => [entry.operationId, entry.operation as Operation] as const),
)('%s', (operationId, operation) => {
  const isOwn = scopesOf(operation.scopes).some(isSelfScope);
  const other = (): string => (isOwn ? strangeUser : stranger);
  let input: Input;
  beforeAll(async () => {
    const recipe = recipes[operationId];
    if (!recipe) throw new Error(`there is no recipe for ${operationId}`);
    input = await recipe(demo);
  });

  test('is refused without a token', async () => {
    const answer = await send(operation, input);
    expectProblem(operation, answer, 'token_missing');
    expect(answer.headers.get('www-authenticate')).toMatch(
      /^Bearer realm="product-api", resource_metadata="http/,
    );
  });

  test('is rejected without its scopes, which are listed', async () => {
    const accepted = scopesOf(operation.scopes);
    const other = (['tenant:idp.read', 'tenant:users.read', 'tenant:users.write'] as const).find(
      (scope) => !accepted.includes(scope),
    );
    const token = powerless[other ?? 'tenant:users.write'];
    const answer = await send(operation, input, token);
    expectProblem(operation, answer, 'insufficient_scope');
    expect(answer.body.errors.map((e: { detail: string }) => e.detail).sort()).toEqual(
      [...scopesOf(operation.scopes)].sort(),
    );
    expect(answer.headers.get('www-authenticate')).toContain('error="insufficient_scope"');
  });

  if (withoutRead(operation)) {
    test("does not distinguish another tenant's resource from a missing one", async () => {
      const foreign = await send(operation, input, other());
      expectProblem(operation, foreign, 'not_found');
      const nothing = {
        ...input,
        params: Object.fromEntries(
          Object.entries(input.params ?? {}).map(([name, value]) => [name, absent(value)]),
        ),
      };
      const absentOne = await send(operation, nothing, other());
      expect(visible(foreign, input)).toEqual(visible(absentOne, nothing));
    });
  } else {
    test('shows another tenant nothing of this one', async () => {
      if (operation.method !== 'get') return;
      const answer = await send(operation, input, other());
      // The other tenant has no model.
      if (operationId === 'fgaAssertionsGet') expectProblem(operation, answer, 'no_active_model');
      else expect(answer.status).toBe(mayBeAbsent.has(operationId) ? 404 : 200);
      for (const id of [
        demo.user.id,
        demo.organization.id,
        demo.endpoint.id,
        demo.event.id,
        demo.application.clientId,
      ])
        expect(JSON.stringify(answer.body)).not.toContain(id);
    });
  }

  if (operation.body) {
    test('rejects an unknown property with its pointer', async () => {
      const answer = await send(
        operation,
        { ...input, body: { ...input.body, zzUnknown: 1 } },
        input.token ?? demo.token,
      );
      expectProblem(operation, answer, 'validation_failed');
      expect(answer.body.errors).toContainEqual(
        expect.objectContaining({ pointer: '/zzUnknown', code: 'unknown_member' }),
      );
    });
  }

  if (!operation.body && !operation.bodyKind && operation.method !== 'get') {
    test('rejects a body', async () => {
      const answer = await send(
        operation,
        { ...input, body: { zzUnknown: 1 } },
        input.token ?? demo.token,
      );
      expectProblem(
        operation,
        answer,
        operation.method === 'delete' ? 'malformed_request' : 'validation_failed',
      );
      if (operation.method !== 'delete')
        expect(answer.body.errors).toEqual([
          expect.objectContaining({ pointer: '/zzUnknown', code: 'unknown_member' }),
        ]);
    });
  }

  test('refuses an unknown query parameter', async () => {
    const answer = await send(
      operation,
      { ...input, query: { ...input.query, zzUnknown: '1' } },
      input.token ?? demo.token,
    );
    expectProblem(operation, answer, 'invalid_parameter');
  });

  const reader = isReading(operation) ? undefined : subjectReader(operation);
  const read = async (): Promise<Answer | undefined> =>
    reader && send(reader, { params: input.params ?? {} }, readerToken(operation, input));
  /** The tag of what the operation acts on; undefined where that does not exist yet. */
  const tagOfNow = async (): Promise<string | undefined> =>
    input.etag ?? (await read())?.headers.get('etag') ?? undefined;

  if (!isReading(operation)) {
    test('rejects a stale or unsupported If-Match without changing anything', async () => {
      const before = await read();
      const wrong =
        (await tagOfNow()) !== undefined && isConditional(operation)
          ? ['"stale"']
          : ['"stale"', '*'];
      for (const tag of wrong) {
        expectProblem(
          operation,
          await send(operation, input, input.token ?? demo.token, { 'if-match': tag }),
          'precondition_failed',
        );
      }
      const after = await read();
      expect([after?.status, after?.headers.get('etag'), after?.body.id]).toEqual([
        before?.status,
        before?.headers.get('etag'),
        before?.body.id,
      ]);
    });
  }

  test('works as documented', () => {
    expect(input.body === undefined ? [] : bodyFaults(operation, input.body)).toEqual([]);
    for (const [name, value] of Object.entries(input.params ?? {}))
      expect([name, parameterFaults(operation, 'path', name, value)]).toEqual([name, []]);
    for (const [name, value] of Object.entries(input.query ?? {}))
      expect([name, parameterFaults(operation, 'query', name, value)]).toEqual([name, []]);
  });

  test('returns only declared members', async () => {
    const tag = isConditional(operation) ? await tagOfNow() : undefined;
    const answer = await send(
      operation,
      input,
      input.token ?? demo.token,
      tag === undefined ? {} : { 'if-match': tag },
    );
    if (input.refusal !== undefined) {
      expectProblem(operation, answer, input.refusal);
      return;
    }
    if (input.outage !== undefined && answer.status >= 500) {
      expectProblem(operation, answer, input.outage);
      return;
    }
    expect(answer.status).toBe(operation.status ?? 200);
    if (answer.status === 204) {
      expect([answer.body, answer.headers.get('content-type')]).toEqual(['', null]);
      return;
    }
    if (operation.answers === 'file') {
      expect(answer.headers.get('content-disposition')).toMatch(/^attachment/);
      expect(answer.headers.get('etag')).toMatch(/^"[^"]+"$/);
      return;
    }
    expect(answer.headers.get('content-type')).toMatch(/^application\/json/);
    const parsed = operation.response.safeParse(answer.body);
    expect(parsed.error?.message).toBeUndefined();
    expect(parsed.data).toEqual(answer.body);
    expect(answerFaults(operation, answer.status, answer.body)).toEqual([]);
    if (!operation.noEtag) expect(answer.headers.get('etag')).toMatch(/^"[^"]+"$/);
    if (operation.preview) expect(answer.headers.get('x-platform-preview')).toBe(operation.preview);
    if (operation.noEtag || movesOn.has(operationId) || operation.method === 'delete') return;
    const again = isReading(operation)
      ? await send(operation, input, input.token ?? demo.token)
      : await readBack(operation, input, answer);
    if (again) expect(again.headers.get('etag')).toBe(answer.headers.get('etag'));
  });
});
