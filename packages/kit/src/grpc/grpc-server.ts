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

/** What a method knows of its call. */
export interface RpcCall {
  caller: ServiceCaller;
  /** Who is behind the call, for events and audit: the service account, unless the mount knew better. */
  actor: Actor;
  requestId: string | undefined;
  traceparent: string | undefined;
  /** When the caller gives up, epoch milliseconds; Infinity when it does not. */
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

/** One function for each method of a service. A streaming method gives an async iterable. */
export type RpcHandlers<N extends RpcServiceName> = {
  [M in keyof MethodsOf<RpcServices[N]>]: Method<RpcServices[N], M>;
};

/** A service with its handlers, and who may call which method. */
export interface RpcMount {
  name: RpcServiceName;
  handlers: Record<string, (request: never, call: RpcCall) => unknown>;
  callers: Record<string, readonly string[]>;
  authenticate?: RpcAuthenticate;
}

/**
 * A mount's own authentication, for methods with a channel of their own. `header` reads metadata. Undefined: the method
 * is one of the usual ones. Throws to refuse.
 */
export type RpcAuthenticate = (
  method: string,
  header: (name: string) => string | undefined,
) => Promise<{ caller: ServiceCaller; actor: Actor } | undefined>;

/**
 * Binds a gRPC service. `callers` lists, for each method, the service accounts that may call it: exact names, `*` for
 * every account of the platform. What `authenticate` admits is not held against the list.
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
 * Binds a part of a gRPC service: for stand-ins of siblings in tests, and for a service whose methods are built one after
 * another. Methods that are left out answer UNIMPLEMENTED.
 */
export const serveSomeRpc = <N extends RpcServiceName, M extends keyof RpcHandlers<N>>(
  name: N,
  handlers: Pick<RpcHandlers<N>, M>,
  callers: Record<M, readonly string[]>,
): RpcMount => ({ name, handlers: handlers as never, callers });

/** Options of {@link listenRpc}. */
export interface RpcServerOptions {
  port: number;
  mounts: readonly RpcMount[];
  /** Verifies the caller's projected token. */
  verifyCaller: (token: string | undefined) => Promise<ServiceCaller>;
  log: Logger;
  /** Addresses to bind, the first that this machine has; default: all of IPv6 and IPv4, else of IPv4. */
  hosts?: readonly string[];
  /**
   * Milliseconds after which a connection of a client that keeps it is ended, give or take a tenth: so load reaches pods that came
   * later. Default 5 minutes. A call that is on its way then may be lost; those of {@link rpcPeer} renew theirs before.
   */
  maxConnectionAgeMs?: number;
  /** Where metrics, access lines and spans of calls go; absent: nowhere, as in stand-ins. */
  observation?: CallObservation;
  /** Services beside the platform's own that anybody may call: health and reflection. */
  open?: readonly OpenService[];
}

/** A service that is answered without a token. */
export interface OpenService {
  addToServer(server: Server): void;
}

const allAddresses = ['[::]', '0.0.0.0'];
/** Calls begun on an aged connection end on it: more than the longest deadline of {@link rpcPeer}. */
const ageGraceMs = 60_000;

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

/** Until the reader has taken what was written, or left. */
const untilRead = (call: ServerWritableStream<unknown, unknown>): Promise<void> =>
  new Promise((resolve) => {
    const goOn = (): void => {
      call.off('drain', goOn).off('cancelled', goOn);
      resolve();
    };
    call.on('drain', goOn).on('cancelled', goOn);
  });

/** A machine without IPv6, or without that address; a port that is taken is no such thing. */
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

/** Serves gRPC: each call is authenticated by the caller's projected token and held against the method's allow-list. */
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
        // Destroyed, it would end without a status, and its reader wait for its own deadline.
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
