import { Client, Metadata, connectivityState, credentials, status } from '@grpc/grpc-js';
import type { ServiceError } from '@grpc/grpc-js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { eventually } from '@platform/testkit/eventually';
import { connect, createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { networkInterfaces } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import { problems } from '@platform/contracts';
import type { FieldError, ProblemCode } from '@platform/contracts';
import { rpcDefinition, rpcMessage } from '@platform/protos';
import { silentLog } from '../telemetry/log.ts';
import { Problem, problem } from '../problem/problem.ts';
import {
  fromSibling,
  fromStatus,
  listenRpc,
  rpcPeer,
  serveRpc,
  serveSomeRpc,
  toStatus,
} from './grpc.ts';
import type { RpcPeer, RpcServer } from './grpc.ts';

const hasIpv6 = Object.values(networkInterfaces())
  .flat()
  .some((address) => address?.address === '::1');
let thrown: unknown;
/** Of the latest call, as its handler sees it. */
let timeLeftMs: number;
let server: RpcServer;
let peer: RpcPeer;

beforeAll(async () => {
  server = await listenRpc({
    port: 0,
    log: silentLog,
    verifyCaller: async () => ({ serviceAccount: 'outbound' }) as never,
    mounts: [
      serveSomeRpc(
        'platform.hub.v1.Clients',
        {
          GetClient: async (_, { deadline }) => {
            timeLeftMs = Number(deadline) - Date.now();
            throw thrown;
          },
        },
        { GetClient: ['*'] },
      ),
      serveRpc(
        'platform.datasubject.v1.DataSubject',
        { Export: exported, Deactivate: unasked, Reactivate: unasked, Erase: unasked },
        { Export: ['*'], Deactivate: [], Reactivate: [], Erase: [] },
      ),
    ],
  });
  peer = rpcPeer({ address: `127.0.0.1:${server.port}`, token: async () => 'token' });
});
afterAll(async () => {
  peer.close();
  await server.close(0);
});

async function unasked(): Promise<never> {
  throw new Error('nobody asks');
}
let hasMuch = false;
let isOver = false;
async function* exported(): AsyncGenerator<{ section: string; json: string }> {
  try {
    while (hasMuch) yield { section: 'much', json: 'x'.repeat(100_000) };
  } finally {
    isOver = true;
  }
  yield { section: 'first', json: '{}' };
  yield { section: 'second', json: '{}' };
  if (thrown) throw thrown;
}

async function* slowly(): AsyncGenerator<{ section: string; json: string }> {
  for (let i = 0; i < 10; i += 1) yield await wait(20, { section: `${i}`, json: '{}' });
}

async function called(error: unknown): Promise<Problem> {
  thrown = error;
  return peer
    .service('platform.hub.v1.Clients')
    .GetClient({})
    .then(
      () => {
        throw new Error('it was answered');
      },
      (refusal: unknown) => refusal as Problem,
    );
}

test.each([
  ['stretched by the factor of the machine', { deadlineMs: 1_000 }, 50_000],
  ['kept where an operator or a caller has set it', { withinMs: 1_000 }, 1_000],
])('the deadline is %s', async (_, options, expectedMs) => {
  thrown = problem('not_found');
  const address = `127.0.0.1:${server.port}`;
  const patient = rpcPeer({ address, token: async () => 'token', deadlineFactor: 50 });
  const clients = patient.service('platform.hub.v1.Clients');
  await expect(clients.GetClient({}, options)).rejects.toMatchObject({ code: 'not_found' });
  patient.close();
  expect(timeLeftMs).toBeLessThanOrEqual(expectedMs);
  expect(timeLeftMs).toBeGreaterThan(expectedMs - 1_000);
});

describe('problems over gRPC', () => {
  test('a problem arrives with its code, detail, errors and extension members', async () => {
    const errors: FieldError[] = [
      { pointer: '/tuples/3/object', code: 'type_not_found', detail: 'größe is no type' },
      { code: 'max_writes_per_request', detail: 'too many' },
    ];
    const arrived = await called(
      problem('validation_failed', {
        detail: 'two faults',
        errors,
        members: { family: 'fga' },
        cause: new Error('inside'),
      }),
    );
    expect(arrived).toBeInstanceOf(Problem);
    expect(arrived.body()).toEqual(
      problem('validation_failed', {
        detail: 'two faults',
        errors,
        members: { family: 'fga' },
      }).body(),
    );
  });

  test('any client can read the problem: google.rpc.Status with one ErrorInfo', async () => {
    thrown = problem('limit_exceeded', {
      detail: 'too deep',
      errors: [{ code: 'check_depth_exceeded', detail: 'too deep' }],
    });
    const client = new Client(`127.0.0.1:${server.port}`, credentials.createInsecure());
    const metadata = new Metadata();
    metadata.set('authorization', 'Bearer token');
    const { GetClient: method } = rpcDefinition('platform.hub.v1.Clients');
    const error = await new Promise<ServiceError>((resolve) =>
      client.makeUnaryRequest(
        method.path,
        method.requestSerialize,
        method.responseDeserialize,
        {},
        metadata,
        (refusal) => resolve(refusal as ServiceError),
      ),
    );
    client.close();
    expect([error.code, error.details]).toEqual([status.RESOURCE_EXHAUSTED, 'too deep']);
    const told = rpcMessage('google.rpc.Status').deserialize(
      error.metadata.get('grpc-status-details-bin')[0] as Buffer,
    );
    expect(told).toMatchObject({
      code: status.RESOURCE_EXHAUSTED,
      message: 'too deep',
      details: [{ type_url: 'type.googleapis.com/google.rpc.ErrorInfo' }],
    });
    expect(
      rpcMessage('google.rpc.ErrorInfo').deserialize((told.details[0] as { value: Buffer }).value),
    ).toEqual({
      reason: 'limit_exceeded',
      domain: 'platform',
      metadata: { errors: '[{"code":"check_depth_exceeded","detail":"too deep"}]' },
    });
  });

  test('other errors reveal no internals', async () => {
    const arrived = await called(new Error('password is hunter2'));
    expect([arrived.code, arrived.message]).toEqual([
      'internal_error',
      problems.internal_error.title,
    ]);
  });

  test('as many errors arrive as fit in the trailers', async () => {
    const errors = Array.from({ length: 100 }, (_, i): FieldError => ({
      pointer: `/tuples/${i}`,
      code: 'not_assignable',
      detail: 'x'.repeat(150),
    }));
    const arrived = await called(problem('validation_failed', { errors }));
    const count = arrived.details.errors?.length ?? 0;
    expect(count).toBeGreaterThan(15);
    expect(arrived.details.errors).toEqual(errors.slice(0, count));
    const headers = toStatus(problem('validation_failed', { errors })).metadata.toHttp2Headers();
    expect(Number(headers['grpc-status-details-bin']?.toString().length)).toBeLessThan(8_192);
  });

  test('every code survives the round trip', () => {
    for (const code of Object.keys(problems) as ProblemCode[])
      expect(fromStatus(toStatus(problem(code))).code).toBe(code);
  });

  test('a sibling that rejects the caller is an upstream failure; all other problems are passed on', () => {
    for (const code of Object.keys(problems) as ProblemCode[])
      expect(fromSibling(toStatus(problem(code))).code).toBe(
        code === 'caller_not_allowed' ? 'upstream_failed' : code,
      );
  });

  test.each<[ProblemCode, keyof typeof status]>([
    ['limit_exceeded', 'RESOURCE_EXHAUSTED'],
    ['validation_failed', 'INVALID_ARGUMENT'],
    ['no_active_model', 'FAILED_PRECONDITION'],
    ['invalid_state', 'FAILED_PRECONDITION'],
    ['conflict', 'ABORTED'],
    ['already_exists', 'ALREADY_EXISTS'],
    ['upstream_timeout', 'DEADLINE_EXCEEDED'],
    ['not_found', 'NOT_FOUND'],
    ['caller_not_allowed', 'PERMISSION_DENIED'],
  ])('%s is %s', (code, name) => expect(toStatus(problem(code)).code).toBe(status[name]));

  test.each<[string, Partial<ServiceError>, ProblemCode]>([
    ['no trailers', { code: status.UNAVAILABLE }, 'upstream_unavailable'],
    [
      'a code of nobody',
      {
        code: status.NOT_FOUND,
        metadata: withDetails(
          rpcMessage('google.rpc.ErrorInfo').serialize({ reason: 'nobody', domain: 'platform' }),
        ),
      },
      'not_found',
    ],
    [
      'another domain',
      {
        code: status.NOT_FOUND,
        metadata: withDetails(
          rpcMessage('google.rpc.ErrorInfo').serialize({
            reason: 'conflict',
            domain: 'googleapis.com',
          }),
        ),
      },
      'not_found',
    ],
    [
      'what is no message',
      { code: status.INTERNAL, metadata: raw(Buffer.from([255, 255, 255])) },
      'upstream_failed',
    ],
  ])('%s: derived from the status alone', (_name, error, code) =>
    expect(fromStatus(error).code).toBe(code),
  );
});

describe('a sibling that fails', () => {
  /** Opens a connection and looks up the service for each call, as callers do. */
  function asking(token = async () => 'token') {
    const own = rpcPeer({ address: `127.0.0.1:${server.port}`, token });
    return {
      close: () => own.close(),
      ask: () =>
        own
          .service('platform.hub.v1.Clients')
          .GetClient({})
          .then(
            () => 'answered',
            ({ code }: Problem) => code,
          ),
    };
  }
  const times = async (n: number, ask: () => Promise<string>): Promise<string[]> => {
    const told: string[] = [];
    for (let i = 0; i < n; i++) told.push(await ask());
    return told;
  };

  test.each<[string, ProblemCode, ProblemCode]>([
    ['is left alone after twenty calls', 'upstream_timeout', 'upstream_unavailable'],
    ['is not one that refuses', 'not_found', 'not_found'],
  ])('%s', async (_what, first, later) => {
    thrown = problem(first);
    const { ask, close } = asking();
    expect(await times(21, ask)).toEqual([...Array.from({ length: 20 }, () => first), later]);
    close();
  });

  test('opens the breaker for streams too, and counts only completed streams', async () => {
    const own = rpcPeer({ address: `127.0.0.1:${server.port}`, token: async () => 'token' });
    const read = async (isLeft = false): Promise<string> => {
      try {
        for await (const _section of own.service('platform.datasubject.v1.DataSubject').Export({}))
          if (isLeft) return 'left';
        return 'whole';
      } catch (error) {
        return (error as Problem).code;
      }
    };
    thrown = undefined;
    expect(new Set(await times(10, read))).toEqual(new Set(['whole']));
    thrown = problem('upstream_timeout');
    expect(new Set(await times(20, () => read(true)))).toEqual(new Set(['left']));
    expect(new Set(await times(10, read))).toEqual(new Set(['upstream_timeout']));
    expect(await read()).toBe('upstream_unavailable');
    own.close();
  });

  test('does not count calls that were never sent because a token was missing', async () => {
    let isReadable = false;
    const { ask, close } = asking(async () => {
      if (isReadable) return 'token';
      throw Object.assign(new Error('no such file'), { code: 'ENOENT' });
    });
    expect(await times(25, ask)).toEqual(Array.from({ length: 25 }, () => 'upstream_failed'));
    isReadable = true;
    thrown = problem('not_found');
    expect(await ask()).toBe('not_found');
    close();
  });
});

test('a stream ends when its reader has left, however much data remains', async () => {
  hasMuch = true;
  isOver = false;
  const client = new Client(`127.0.0.1:${server.port}`, credentials.createInsecure());
  const { Export: method } = rpcDefinition('platform.datasubject.v1.DataSubject');
  const metadata = new Metadata();
  metadata.set('authorization', 'Bearer token');
  const stream = client.makeServerStreamRequest(
    method.path,
    method.requestSerialize,
    method.responseDeserialize,
    {},
    metadata,
  );
  stream.on('error', () => undefined);
  // Long enough to fill every buffer of a reader that does not read.
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect(isOver).toBe(false);
  stream.cancel();
  await eventually(() => isOver, { what: 'the end of the stream' });
  hasMuch = false;
  client.close();
});

describe('an aged connection', () => {
  const served = (maxConnectionAgeMs?: number) => {
    let slowest = 0;
    return listenRpc({
      port: 0,
      log: silentLog,
      ...(maxConnectionAgeMs === undefined ? {} : { maxConnectionAgeMs }),
      verifyCaller: async () => ({ serviceAccount: 'outbound' }) as never,
      mounts: [
        serveSomeRpc(
          'platform.hub.v1.Clients',
          {
            GetClient: async () =>
              wait((slowest = (slowest + 37) % 250), { found: true, allowedScopes: [] }) as never,
          },
          { GetClient: ['*'] },
        ),
        serveRpc(
          'platform.datasubject.v1.DataSubject',
          { Export: slowly, Deactivate: unasked, Reactivate: unasked, Erase: unasked },
          { Export: ['*'], Deactivate: [], Reactivate: [], Erase: [] },
        ),
      ],
    });
  };

  test('is replaced without failing a call, and ends with its calls', async () => {
    const target = await served();
    let opened = 0;
    let ended = 0;
    const counting = createServer((socket) => {
      opened += 1;
      const through = connect(target.port, '127.0.0.1').on('error', () => socket.destroy());
      socket
        .on('error', () => through.destroy())
        .on('close', () => (ended += 1))
        .pipe(through)
        .pipe(socket);
    });
    await new Promise<void>((resolve) => counting.listen(0, '127.0.0.1', resolve));
    const own = rpcPeer({
      address: `127.0.0.1:${(counting.address() as AddressInfo).port}`,
      token: async () => 'token',
      deadlineMs: 60_000,
      maxConnectionAgeMs: 100,
    });
    let calls = 0;
    const isOn = (): boolean => opened <= 8 || calls <= 100;
    const asking = async (): Promise<void> => {
      for (; isOn(); calls += 1)
        expect((await own.service('platform.hub.v1.Clients').GetClient({})).found).toBe(true);
    };
    const reading = async (): Promise<void> => {
      for (; isOn(); calls += 1) {
        let count = 0;
        for await (const _section of own.service('platform.datasubject.v1.DataSubject').Export({}))
          count += 1;
        expect(count).toBe(10);
      }
    };
    try {
      await Promise.all([
        ...Array.from({ length: 20 }, asking),
        ...Array.from({ length: 5 }, reading),
      ]);
      await eventually(() => ended >= opened - 1, { what: 'the end of earlier connections' });
    } finally {
      own.close();
      await target.close(0);
      counting.close();
    }
  });

  test('is ended by the server if its client keeps it', async () => {
    const target = await served(300);
    const keeping = new Client(`127.0.0.1:${target.port}`, credentials.createInsecure());
    const stateOf = (): connectivityState => keeping.getChannel().getConnectivityState(false);
    try {
      keeping.getChannel().getConnectivityState(true);
      await eventually(() => stateOf() === connectivityState.READY, { what: 'a connection' });
      await eventually(() => stateOf() === connectivityState.IDLE, { what: 'its end' });
    } finally {
      keeping.close();
      await target.close(0);
    }
  });
});

describe('an address', () => {
  const serving = (hosts: string[], port = 0) =>
    listenRpc({ port, hosts, log: silentLog, verifyCaller: async () => unasked(), mounts: [] });
  const isReachable = (host: string, port: number): Promise<boolean> =>
    new Promise((resolve) => {
      const socket = connect(port, host, () => resolve(true)).on('error', () => resolve(false));
      socket.once('connect', () => socket.destroy());
    });

  test.each<[string, string[], Record<string, boolean>]>([
    ['of IPv6 takes IPv4 too', ['[::]'], { '127.0.0.1': true, '::1': hasIpv6 }],
    [
      'that this machine lacks is passed over',
      ['[2001:db8::1]', '127.0.0.1'],
      { '127.0.0.1': true, '::1': false },
    ],
  ])('%s', async (_what, hosts, expected) => {
    const bound = await serving(hosts);
    for (const [host, reachable] of Object.entries(expected))
      expect([host, await isReachable(host, bound.port)]).toEqual([host, reachable]);
    await bound.close(0);
  });

  test('defaults to all addresses', async () => {
    expect([
      await isReachable('127.0.0.1', server.port),
      await isReachable('::1', server.port),
    ]).toEqual([true, hasIpv6]);
  });

  test('whose port is in use is not replaced by another', async () => {
    await expect(serving(['127.0.0.1', '127.0.0.2'], server.port)).rejects.toThrow('EADDRINUSE');
  });
});

function raw(bytes: Buffer): Metadata {
  const metadata = new Metadata();
  metadata.set('grpc-status-details-bin', bytes);
  return metadata;
}
function withDetails(value: Buffer): Metadata {
  return raw(
    rpcMessage('google.rpc.Status').serialize({
      code: 5,
      message: '',
      details: [{ type_url: 'type.googleapis.com/google.rpc.ErrorInfo', value }],
    }),
  );
}
