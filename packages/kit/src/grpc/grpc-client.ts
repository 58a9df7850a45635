import { Client, Metadata, credentials } from '@grpc/grpc-js';
import type { MethodDefinition, ServiceError } from '@grpc/grpc-js';
import { rpcDefinition } from '@platform/protos';
import type { RpcServiceName, RpcServices, StreamingMethod } from '@platform/protos';
import CircuitBreaker from 'opossum';
import { problem } from '../problem/problem.ts';
import { fromStatus, isSiblingFault } from './grpc-status.ts';

/** How one call goes out. */
export interface RpcOptions {
  /** Milliseconds until it is given up; default 3000. */
  deadlineMs?: number;
  requestId?: string;
  traceparent?: string;
  /** Further metadata. */
  headers?: Record<string, string>;
  /** A read: repeated once when the sibling was away. */
  repeatable?: boolean;
}

type CallOf<D, M extends keyof D> = D[M] extends { requestSerialize: (value: infer Req) => Buffer; responseDeserialize: (bytes: Buffer) => infer Res }
  ? (request: Req, options?: RpcOptions) => M extends StreamingMethod ? AsyncIterable<Res> : Promise<Res>
  : never;

/** The methods of a sibling's service as functions; they throw problems. */
export type RpcClient<N extends RpcServiceName> = { [M in keyof RpcServices[N] as string extends M ? never : M]: CallOf<RpcServices[N], M> };

/** A connection to one sibling. */
export interface RpcPeer {
  service<N extends RpcServiceName>(name: N): RpcClient<N>;
  close(): void;
}

/** What {@link rpcPeer} needs. */
export interface RpcPeerOptions {
  /** `host:port`. */
  address: string;
  /** The caller's own projected token for the sibling's audience. */
  token: () => Promise<string>;
}

const isCallersFault = (error: unknown): boolean => !isSiblingFault(error);

/**
 * Connects to a sibling when first called. Each call carries the projected token, a deadline, the request id and the
 * trace; a breaker for each method opens when half of at least 20 calls in 10 s fail, for 5 s.
 */
export function rpcPeer({ address, token }: RpcPeerOptions): RpcPeer {
  const client = new Client(address, credentials.createInsecure(), { 'grpc.keepalive_time_ms': 30_000, 'grpc.initial_reconnect_backoff_ms': 100, 'grpc.max_reconnect_backoff_ms': 2_000 });

  async function metadataFor(options: RpcOptions): Promise<Metadata> {
    const metadata = new Metadata();
    metadata.set('authorization', `Bearer ${await token()}`);
    if (options.requestId) metadata.set('x-request-id', options.requestId);
    if (options.traceparent) metadata.set('traceparent', options.traceparent);
    for (const [name, value] of Object.entries(options.headers ?? {})) metadata.set(name, value);
    return metadata;
  }

  type Definition = MethodDefinition<unknown, unknown>;
  async function send(method: Definition, request: unknown, options: RpcOptions): Promise<unknown> {
    const metadata = await metadataFor(options);
    return new Promise((resolve, reject) => {
      client.makeUnaryRequest(method.path, method.requestSerialize, method.responseDeserialize, request, metadata,
        { deadline: Date.now() + (options.deadlineMs ?? 3_000) }, (error: ServiceError | null, response?: unknown) => (error ? reject(error) : resolve(response)));
    });
  }

  function unary(method: Definition) {
    const breaker = new CircuitBreaker((request: unknown, options: RpcOptions) => send(method, request, options), {
      timeout: false, errorThresholdPercentage: 50, volumeThreshold: 20, rollingCountTimeout: 10_000, resetTimeout: 5_000, errorFilter: isCallersFault,
    });
    return async (request: unknown, options: RpcOptions = {}): Promise<unknown> => {
      for (let attempt = 1; ; attempt++) {
        try {
          return await breaker.fire(request, options);
        } catch (error) {
          if (breaker.opened && (error as { code?: string }).code === 'EOPENBREAKER') throw problem('upstream_unavailable', { headers: { 'retry-after': '5' }, cause: error });
          if (options.repeatable && attempt === 1 && (error as ServiceError).code === 14) continue;
          throw fromStatus(error);
        }
      }
    };
  }

  function streaming(method: Definition) {
    return async function* (request: unknown, options: RpcOptions = {}): AsyncIterable<unknown> {
      const stream = client.makeServerStreamRequest(method.path, method.requestSerialize, method.responseDeserialize, request, await metadataFor(options), { deadline: Date.now() + (options.deadlineMs ?? 30_000) });
      try {
        yield* stream as AsyncIterable<unknown>;
      } catch (error) {
        throw fromStatus(error);
      } finally {
        stream.cancel();
      }
    };
  }

  return {
    service: (name) => Object.fromEntries(Object.entries(rpcDefinition(name) as unknown as Record<string, Definition>)
      .map(([method, definition]) => [method, definition.responseStream ? streaming(definition) : unary(definition)])) as never,
    close: () => client.close(),
  };
}
