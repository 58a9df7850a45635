import { Client, Metadata, credentials, status } from '@grpc/grpc-js';
import type { MethodDefinition, ServiceError } from '@grpc/grpc-js';
import { rpcDefinition } from '@platform/protos';
import type { RpcServiceName, RpcServices, StreamingMethod } from '@platform/protos';
import { breaker } from '../breaker/breaker.ts';
import type { Breaker, BreakerVerdict } from '../breaker/breaker.ts';
import { Problem } from '../problem/problem.ts';
import { currentScope } from '../telemetry/request-scope.ts';
import { SpanKind, inSpan } from '../telemetry/telemetry.ts';
import { callAttributes } from './call-attributes.ts';
import { fromStatus, isSiblingFault } from './grpc-status.ts';
import { renewedConnections } from './renewed-connections.ts';

/** How one call goes out. */
export interface RpcOptions {
  /** Milliseconds until it is given up; by default what its {@link RpcPeerOptions} say. */
  deadlineMs?: number;
  /** The same where an operator or a caller has set it: no factor applies. */
  withinMs?: number;
  /** Default: that of the current request. */
  requestId?: string;
  /** For calls outside of a request; within one, the request's own goes on. */
  traceparent?: string;
  /** Further metadata. */
  headers?: Record<string, string>;
  /** A read: repeated once when the sibling was away. */
  repeatable?: boolean;
}

type CallOf<D, M extends keyof D> = D[M] extends {
  requestSerialize: (value: infer Req) => Buffer;
  responseDeserialize: (bytes: Buffer) => infer Res;
}
  ? (
      request: Req,
      options?: RpcOptions,
    ) => M extends StreamingMethod ? AsyncIterable<Res> : Promise<Res>
  : never;

/** The methods of a sibling's service as functions; they throw problems. */
export type RpcClient<N extends RpcServiceName> = {
  [M in keyof RpcServices[N] as string extends M ? never : M]: CallOf<RpcServices[N], M>;
};

/** The connection to one sibling. */
export interface RpcPeer {
  service<N extends RpcServiceName>(name: N): RpcClient<N>;
  close(): void;
}

/** Options of {@link rpcPeer}. */
export interface RpcPeerOptions {
  /** `host:port`. */
  address: string;
  /** The caller's own projected token for the sibling's audience. */
  token: () => Promise<string>;
  /** The problem to throw for a failed call; default: as the sibling reported it. */
  problemOf?: (error: unknown) => Problem;
  /** Milliseconds for a call that names no deadline of its own; default 3000. Streams have 30 s. */
  deadlineMs?: number;
  /** Multiplies every `deadlineMs`: how much slower than usual the machines are. Default 1. */
  deadlineFactor?: number;
  /**
   * Milliseconds after which the next call opens a connection anew, up to a fifth less: so load reaches pods that came later.
   * Default 4 minutes, less than what a server allows.
   */
  maxConnectionAgeMs?: number;
}

const channelOptions = {
  'grpc.keepalive_time_ms': 30_000,
  'grpc.initial_reconnect_backoff_ms': 100,
  'grpc.max_reconnect_backoff_ms': 2_000,
  // Otherwise the next client shares the connection of the last one.
  'grpc.use_local_subchannel_pool': 1,
};

const rules = { errorPercent: 50, volume: 20, windowMs: 10_000, openMs: 5_000 };

/** Without a status nothing was sent: the own token could not be read, or the request is none. */
function verdictOf(error: unknown): BreakerVerdict {
  if (typeof (error as { code?: unknown } | null)?.code !== 'number') return 'none';
  return isSiblingFault(error) ? 'fault' : 'success';
}

/** When a call that begins now is given up. */
const deadlineOf = (
  { withinMs, deadlineMs: own }: RpcOptions,
  { usualMs, factor }: { usualMs: number; factor: number },
): { deadline: number } => ({ deadline: Date.now() + (withinMs ?? (own ?? usualMs) * factor) });

/** The own token, the request id and the trace, and what the call adds. */
async function metadataFor(token: () => Promise<string>, options: RpcOptions): Promise<Metadata> {
  const metadata = new Metadata();
  metadata.set('authorization', `Bearer ${await token()}`);
  const scope = currentScope();
  const requestId = options.requestId ?? scope?.requestId;
  const traceparent = scope?.traceparent ?? options.traceparent;
  if (requestId) metadata.set('x-request-id', requestId);
  if (traceparent) metadata.set('traceparent', traceparent);
  for (const [name, value] of Object.entries(options.headers ?? {})) metadata.set(name, value);
  return metadata;
}

/**
 * Connects to a sibling when first called, and anew every few minutes. Each call carries the projected token, a deadline, the
 * request id and the trace; a breaker for each method opens when half of at least 20 calls in 10 s fail, for 5 s. A stream is one
 * call.
 */
export function rpcPeer({
  address,
  token,
  problemOf = fromStatus,
  deadlineMs = 3_000,
  deadlineFactor = 1,
  maxConnectionAgeMs = 240_000,
}: RpcPeerOptions): RpcPeer {
  const services = new Map<RpcServiceName, object>();
  const breakers: Breaker[] = [];
  const connections = renewedConnections({
    open: () => new Client(address, credentials.createInsecure(), channelOptions),
    maxAgeMs: maxConnectionAgeMs * (1 - Math.random() / 5),
  });

  type Definition = MethodDefinition<unknown, unknown>;
  async function send(method: Definition, request: unknown, options: RpcOptions): Promise<unknown> {
    const metadata = await metadataFor(token, options);
    const { connection, release } = connections.take();
    return new Promise((resolve, reject) => {
      connection.makeUnaryRequest(
        method.path,
        method.requestSerialize,
        method.responseDeserialize,
        request,
        metadata,
        deadlineOf(options, { usualMs: deadlineMs, factor: deadlineFactor }),
        (error: ServiceError | null, response?: unknown) =>
          error ? reject(error) : resolve(response),
      );
    }).finally(release);
  }

  const traced = <T>({ path }: Definition, work: () => Promise<T>): Promise<T> =>
    inSpan({ name: path.slice(1), kind: SpanKind.CLIENT, attributes: callAttributes(path) }, work);

  function guarded(): Breaker {
    const guard = breaker({ ...rules, verdictOf });
    breakers.push(guard);
    return guard;
  }

  function unary(method: Definition) {
    const guard = guarded();
    return async (request: unknown, options: RpcOptions = {}): Promise<unknown> => {
      for (let attempt = 1; ; attempt++) {
        try {
          return await guard.run(() => traced(method, () => send(method, request, options)));
        } catch (error) {
          if (
            options.repeatable &&
            attempt === 1 &&
            (error as ServiceError).code === status.UNAVAILABLE
          )
            continue;
          throw error instanceof Problem ? error : problemOf(error);
        }
      }
    };
  }

  function streaming(method: Definition) {
    const guard = guarded();
    return async function* (request: unknown, options: RpcOptions = {}): AsyncIterable<unknown> {
      const tell = guard.enter();
      // A reader that leaves has proven nothing.
      let verdict: BreakerVerdict = 'none';
      let end = (): void => undefined;
      try {
        const metadata = await metadataFor(token, options);
        const { connection, release } = connections.take();
        end = release;
        const stream = connection.makeServerStreamRequest(
          method.path,
          method.requestSerialize,
          method.responseDeserialize,
          request,
          metadata,
          deadlineOf(options, { usualMs: 30_000, factor: deadlineFactor }),
        );
        end = () => {
          stream.cancel();
          release();
        };
        yield* stream as AsyncIterable<unknown>;
        verdict = 'success';
      } catch (error) {
        verdict = verdictOf(error);
        throw error instanceof Problem ? error : problemOf(error);
      } finally {
        tell(verdict);
        end();
      }
    };
  }

  const serviceOf = (name: RpcServiceName): object =>
    Object.fromEntries(
      Object.entries(rpcDefinition(name) as unknown as Record<string, Definition>).map(
        ([method, definition]) => [
          method,
          definition.responseStream ? streaming(definition) : unary(definition),
        ],
      ),
    );

  return {
    // Kept: a breaker that is made anew for each call never opens.
    service(name) {
      let made = services.get(name);
      if (!made) services.set(name, (made = serviceOf(name)));
      return made as never;
    },
    close() {
      for (const guard of breakers) guard.stop();
      connections.close();
    },
  };
}
