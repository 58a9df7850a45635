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

/** Options of one call. */
export interface RpcOptions {
  /**
   * Deadline in milliseconds, multiplied by `deadlineFactor`; default: that of
   * {@link RpcPeerOptions}.
   */
  deadlineMs?: number;
  /** Deadline in milliseconds set by an operator or a caller: `deadlineFactor` does not apply. */
  withinMs?: number;
  /** Default: that of the current request. */
  requestId?: string;
  /** For calls outside of a request; within one, the request's trace continues. */
  traceparent?: string;
  /** Additional metadata. */
  headers?: Record<string, string>;
  /** A read: retried once if the sibling was unavailable. */
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

/** Options of {@link rpcPeer}. Times in milliseconds. */
export interface RpcPeerOptions {
  /** `host:port`. */
  address: string;
  /** Returns this process's own projected token for the sibling's audience. */
  token: () => Promise<string>;
  /** Converts a failed call to the problem to throw; default: as the sibling reported it. */
  problemOf?: (error: unknown) => Problem;
  /** Default deadline of a call; default 3000. Streams have 30 s. */
  deadlineMs?: number;
  /** Multiplies every `deadlineMs`, for machines that are slower than usual. Default 1. */
  deadlineFactor?: number;
  /**
   * Age at which the next call opens a new connection, minus up to a fifth, so that load reaches
   * new pods. Default 4 minutes, less than servers allow.
   */
  maxConnectionAgeMs?: number;
}

const channelOptions = {
  'grpc.keepalive_time_ms': 30_000,
  'grpc.initial_reconnect_backoff_ms': 100,
  'grpc.max_reconnect_backoff_ms': 2_000,
  // Otherwise the next client would share the previous client's connection.
  'grpc.use_local_subchannel_pool': 1,
};

const rules = { errorPercent: 50, volume: 20, windowMs: 10_000, openMs: 5_000 };

/**
 * Without a status nothing was sent: the own token could not be read, or the request is invalid.
 */
function verdictOf(error: unknown): BreakerVerdict {
  if (typeof (error as { code?: unknown } | null)?.code !== 'number') return 'none';
  return isSiblingFault(error) ? 'fault' : 'success';
}

/** Returns the deadline of a call that begins now. */
const deadlineOf = (
  { withinMs, deadlineMs: own }: RpcOptions,
  { usualMs, factor }: { usualMs: number; factor: number },
): { deadline: number } => ({ deadline: Date.now() + (withinMs ?? (own ?? usualMs) * factor) });

/** Builds the metadata: the own token, the request id, the trace, and the call's additions. */
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
 * Connects to a sibling at the first call, and again every few minutes. Each call carries the
 * projected token, a deadline, the request id and the trace. A breaker per method opens for 5 s
 * when half of at least 20 calls in 10 s fail. A stream counts as one call.
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
      // A reader that leaves proves nothing about the sibling.
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
    // Kept, because a breaker created for each call would never open.
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
