import { Server, ServerCredentials } from '@grpc/grpc-js';
import type {
  Metadata,
  ServerUnaryCall,
  ServerWritableStream,
  UntypedServiceImplementation,
  sendUnaryData,
} from '@grpc/grpc-js';
import type { Actor } from '@platform/contracts';
import { rpcDefinition } from '@platform/protos';
import type { RpcServiceName, RpcServices, StreamingMethod } from '@platform/protos';
import type { ServiceCaller } from '../auth/auth.ts';
import { serviceToken } from '../auth/auth.ts';
import type { Logger } from '../telemetry/log.ts';
import { asProblem, problem } from '../problem/problem.ts';
import { currentScope, noteAccess } from '../telemetry/request-scope.ts';
import { callObserver } from './call-observation.ts';
import type { CallObservation } from './call-observation.ts';
import { toStatus } from './grpc-status.ts';

/** Context of a call. */
export interface RpcCall {
  caller: ServiceCaller;
  /** The actor for events and audit: the service account, unless the mount identified another. */
  actor: Actor;
  requestId: string | undefined;
  traceparent: string | undefined;
  /** Deadline of the caller in epoch milliseconds; Infinity if it set none. */
  deadline: number;
}

type Definition = RpcServices[RpcServiceName];
type MethodsOf<D> = { [M in keyof D as string extends M ? never : M]: D[M] };
interface AnyMethod {
  requestStream: boolean;
  responseStream: boolean;
}
type Method<D, M extends keyof D> = D[M] extends {
  responseSerialize: (value: infer Res) => Buffer;
  requestDeserialize: (bytes: Buffer) => infer Req;
}
  ? (request: Req, call: RpcCall) => M extends StreamingMethod ? AsyncIterable<Res> : Promise<Res>
  : never;

/** One function per method of a service. A streaming method returns an async iterable. */
export type RpcHandlers<N extends RpcServiceName> = {
  [M in keyof MethodsOf<RpcServices[N]>]: Method<RpcServices[N], M>;
};

/** A service with its handlers and allowed callers. */
export interface RpcMount {
  name: RpcServiceName;
  handlers: Record<string, (request: never, call: RpcCall) => unknown>;
  callers: Record<string, readonly string[]>;
  authenticate?: RpcAuthenticate;
}

/**
 * A mount's own authentication, for methods with another channel. `header` reads metadata. Returns
 * undefined if the usual authentication applies; throws to reject the call.
 */
export type RpcAuthenticate = (
  method: string,
  header: (name: string) => string | undefined,
) => Promise<{ caller: ServiceCaller; actor: Actor } | undefined>;

/**
 * Binds a gRPC service to its handlers. `callers` lists, per method, the service accounts that may
 * call it: exact names, or `*` for every account of the platform. Calls that `authenticate` accepts
 * are not checked against the list.
 */
export const serveRpc = <N extends RpcServiceName>(
  name: N,
  handlers: RpcHandlers<N>,
  callers: { [M in keyof RpcHandlers<N>]: readonly string[] },
  authenticate?: RpcAuthenticate,
): RpcMount => ({
  name,
  handlers: handlers as never,
  callers,
  ...(authenticate ? { authenticate } : {}),
});

/**
 * Binds a part of a gRPC service: for fake siblings in tests, and for a service whose methods are
 * built step by step. Methods without a handler return UNIMPLEMENTED.
 */
export const serveSomeRpc = <N extends RpcServiceName, M extends keyof RpcHandlers<N>>(
  name: N,
  handlers: Pick<RpcHandlers<N>, M>,
  callers: Record<M, readonly string[]>,
): RpcMount => ({ name, handlers: handlers as never, callers });

/** Options of {@link listenRpc}. Times in milliseconds. */
export interface RpcServerOptions {
  port: number;
  mounts: readonly RpcMount[];
  /** Verifies the caller's projected token. */
  verifyCaller: (token: string | undefined) => Promise<ServiceCaller>;
  log: Logger;
  /**
   * Addresses to bind: the first one that this machine has. Default: all of IPv6 and IPv4, or all
   * of IPv4.
   */
  hosts?: readonly string[];
  /**
   * Age at which the server ends a client's connection, ± 10 %, so that load reaches new pods.
   * Default 5 minutes. A call sent at that moment may be lost; {@link rpcPeer} renews its
   * connections earlier.
   */
  maxConnectionAgeMs?: number;
  /** Where metrics, access lines and spans of calls go; absent: they are dropped, as in fakes. */
  observation?: CallObservation;
  /** Additional services that anyone may call: health and reflection. */
  open?: readonly OpenService[];
}

/** A service that requires no token. */
export interface OpenService {
  addToServer(server: Server): void;
}

const allAddresses = ['[::]', '0.0.0.0'];
/**
 * How long calls on an aged connection may still run: as long as the export of a tenant may take.
 * Others end by their deadlines, in seconds.
 */
const ageGraceMs = 3_600_000;

interface Served {
  method: string;
  mount: RpcMount;
}

/** A listening gRPC server. */
export interface RpcServer {
  readonly port: number;
  close(graceMs: number): Promise<void>;
}

const first = (metadata: Metadata, name: string): string | undefined => {
  const value = metadata.get(name)[0];
  return typeof value === 'string' ? value : undefined;
};

/** Resolves when the reader has taken what was written, or has left. */
const untilRead = (call: ServerWritableStream<unknown, unknown>): Promise<void> =>
  new Promise((resolve) => {
    const goOn = (): void => {
      call.off('drain', goOn).off('cancelled', goOn);
      resolve();
    };
    call.on('drain', goOn).on('cancelled', goOn);
  });

/** The machine lacks IPv6 or that address; a port in use is another error. */
const isNoAddress = (error: unknown): boolean =>
  /E(AFNOSUPPORT|ADDRNOTAVAIL|PROTONOSUPPORT)/.test((error as Error).message);

async function bind(
  server: Server,
  [host, ...others]: readonly string[],
  port: number,
): Promise<number> {
  try {
    return await new Promise<number>((resolve, reject) => {
      server.bindAsync(`${host}:${port}`, ServerCredentials.createInsecure(), (error, actual) =>
        error ? reject(error) : resolve(actual),
      );
    });
  } catch (error) {
    if (others.length === 0 || !isNoAddress(error)) throw error;
    return bind(server, others, port);
  }
}

/**
 * Serves gRPC: authenticates each call by the caller's projected token and checks it against the
 * method's allow-list.
 */
export async function listenRpc({
  port,
  mounts,
  verifyCaller,
  log,
  hosts = allAddresses,
  maxConnectionAgeMs = 300_000,
  observation,
  open = [],
}: RpcServerOptions): Promise<RpcServer> {
  const server = new Server({
    'grpc.max_receive_message_length': 4 * 1024 * 1024,
    'grpc.max_connection_age_ms': maxConnectionAgeMs,
    'grpc.max_connection_age_grace_ms': ageGraceMs,
  });
  const observe = callObserver(observation);
  const seen = (
    method: string,
    { metadata, request }: { metadata: Metadata; request: unknown },
  ) => ({
    method,
    request,
    requestId: first(metadata, 'x-request-id'),
    traceparent: first(metadata, 'traceparent'),
  });

  async function admit(
    call: { metadata: Metadata; getDeadline(): Date | number },
    { method, mount }: Served,
  ): Promise<RpcCall> {
    const { metadata } = call;
    const known = {
      requestId: first(metadata, 'x-request-id'),
      traceparent: currentScope()?.traceparent ?? first(metadata, 'traceparent'),
      deadline: Number(call.getDeadline()),
    };
    const admitted = await mount.authenticate?.(method, (name) => first(metadata, name));
    if (admitted) {
      noteAccess({ caller: admitted.caller.serviceAccount });
      return { ...admitted, ...known };
    }
    const caller = await verifyCaller(serviceToken(first(metadata, 'authorization')));
    noteAccess({ caller: caller.serviceAccount });
    const allowed = mount.callers[method] ?? [];
    if (!allowed.includes('*') && !allowed.includes(caller.serviceAccount))
      throw problem('caller_not_allowed');
    return { caller, actor: { type: 'service', id: caller.serviceAccount }, ...known };
  }

  function refuse(error: unknown, method: string, metadata: Metadata): ReturnType<typeof toStatus> {
    const refusal = asProblem(error);
    if (refusal.status >= 500)
      log.error(
        { err: refusal.cause ?? refusal, method, requestId: first(metadata, 'x-request-id') },
        'a call failed',
      );
    return toStatus(refusal);
  }

  const unary =
    (method: string, handler: RpcMount['handlers'][string], served: Served) =>
    (call: ServerUnaryCall<unknown, unknown>, done: sendUnaryData<unknown>): void => {
      const work = async (): Promise<void> =>
        done(null, await handler(call.request as never, await admit(call, served)));
      observe(seen(method, call), work).catch((error: unknown) =>
        done(refuse(error, method, call.metadata)),
      );
    };

  const streaming =
    (method: string, handler: RpcMount['handlers'][string], served: Served) =>
    (call: ServerWritableStream<unknown, unknown>): void => {
      const work = async (): Promise<void> => {
        const context = await admit(call, served);
        const items = await handler(call.request as never, context);
        for await (const item of items as AsyncIterable<unknown>) {
          if (call.cancelled) return;
          if (!call.write(item)) await untilRead(call);
        }
        call.end();
      };
      observe(seen(method, call), work).catch((error: unknown) => {
        // If destroyed, the stream would end without a status, and its reader would wait for its
        // own deadline.
        call.emit('error', Object.assign(new Error(method), refuse(error, method, call.metadata)));
      });
    };

  for (const mount of mounts) {
    const definition = rpcDefinition(mount.name) as Definition & Record<string, AnyMethod>;
    const implementation: UntypedServiceImplementation = {};
    for (const [method, { responseStream }] of Object.entries(definition)) {
      const handler = mount.handlers[method];
      if (!handler) continue;
      const make = responseStream ? streaming : unary;
      implementation[method] = make(`${mount.name}/${method}`, handler, { method, mount }) as never;
    }
    server.addService(definition as never, implementation);
  }

  for (const service of open) service.addToServer(server);
  const bound = await bind(server, hosts, port);
  return {
    port: bound,
    close: (graceMs) =>
      new Promise((resolve) => {
        const cut = setTimeout(() => server.forceShutdown(), graceMs);
        server.tryShutdown(() => {
          clearTimeout(cut);
          resolve();
        });
      }),
  };
}
