import { status } from '@grpc/grpc-js';
import { isId } from '@platform/contracts';
import type { AccessLine, AccessLines } from '../telemetry/access-lines.ts';
import { traceIdOf } from '../http/request-context.ts';
import type { Metrics } from '../telemetry/metrics.ts';
import { asProblem } from '../problem/problem.ts';
import type { Problem } from '../problem/problem.ts';
import { currentScope } from '../telemetry/request-scope.ts';
import type { AccessNotes } from '../telemetry/request-scope.ts';
import { SpanKind, runEntry } from '../telemetry/telemetry.ts';
import type { Tracing } from '../telemetry/telemetry.ts';
import { callAttributes } from './call-attributes.ts';
import { statusOf } from './grpc-status.ts';

/** Where a server reports its calls. */
export interface CallObservation {
  metrics: Metrics;
  access: AccessLines;
  tracing?: Tracing | undefined;
}

/** A received call. */
export interface SeenCall {
  /** `package.Service/Method`. */
  method: string;
  requestId: string | undefined;
  traceparent: string | undefined;
  request: unknown;
}

/** Runs the work of a call in a scope of its own and reports the outcome. */
export type ObserveCall = (call: SeenCall, work: () => Promise<void>) => Promise<void>;

const tenantOf = (request: unknown): string | undefined => {
  const { tenantId } = (request ?? {}) as { tenantId?: unknown };
  return isId('tenant', tenantId) ? tenantId : undefined;
};

const outcomeOf = (failure: Problem | undefined): AccessLine['outcome'] => {
  if (!failure) return 'success';
  return failure.status === 401 || failure.status === 403 ? 'denied' : 'failure';
};

/**
 * Reports metrics, an access line and a span for each call. Without an observation, calls still run
 * in a scope.
 */
export function callObserver(observation: CallObservation | undefined): ObserveCall {
  const calls = observation?.metrics.counter('platform_rpc_calls_total');
  const durations = observation?.metrics.histogram('platform_rpc_call_duration_seconds');

  return async ({ method, requestId, traceparent, request }, work) => {
    const started = performance.now();
    const access: AccessNotes = { operationId: method, tenantId: tenantOf(request) };
    let failure: Problem | undefined;
    let traceId: string | undefined;
    const entry = {
      name: method,
      kind: SpanKind.SERVER,
      attributes: callAttributes(method),
      requestId,
      traceparent,
      access,
    };
    try {
      await runEntry(observation?.tracing, entry, async () => {
        const current = currentScope()?.traceparent;
        traceId = current && traceIdOf(current);
        await work();
      });
    } catch (error) {
      failure = asProblem(error);
      access.code = failure.code;
      throw error;
    } finally {
      const durationMs = performance.now() - started;
      const name = status[failure ? statusOf(failure) : status.OK];
      calls?.inc({ method, status: name, code: failure?.code ?? '' });
      durations?.observe({ method }, durationMs / 1_000);
      observation?.access.write('call', {
        operationId: method,
        requestId,
        traceId,
        status: name,
        outcome: outcomeOf(failure),
        durationMs,
        notes: access,
      });
    }
  };
}
