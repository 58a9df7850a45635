import type { WebhookAttemptError } from '@platform/contracts';
import { valueAt } from '@platform/kit/claims';
import type { ClaimValidatorOf } from '@platform/kit/claims';
import type { Database, Tx } from '@platform/kit/database';
import type { Logger } from '@platform/kit/log';
import type { CallGate, CallRefusal } from '../lanes/call-gate.ts';
import { laneGate } from '../deliveries/endpoint-queue.ts';
import type { LaneRecord } from '../lanes/lane-record.ts';
import type { EndpointTarget, EndpointTargets } from '../webhooks/endpoint-target.ts';
import type { ClaimFinding } from './claim-memory.ts';
import type { EndpointClaimSchema } from './claim-schema-record.ts';
import { versionOf } from './claim-schema-record.ts';
import type { AskSource, ClaimQuestion, SourceAnswer } from './claim-source.ts';
import type { SourceFailures } from './source-failures.ts';

/** Claims that come from one endpoint. */
export interface ClaimGroup {
  endpointId: string;
  schemas: readonly EndpointClaimSchema[];
}

/** How a call to an endpoint ended, or why none was made. */
export type SourceOutcome = 'succeeded' | WebhookAttemptError | CallRefusal | 'internal_error';

/** What a call brought, for each claim of its group when it succeeded. */
export interface Flight {
  outcome: SourceOutcome;
  findings: readonly { schema: EndpointClaimSchema; finding: ClaimFinding }[];
}

/** What {@link claimFlights} needs. */
export interface ClaimFlightOptions {
  db: Pick<Database, 'read' | 'transact'>;
  targets: EndpointTargets;
  gate: CallGate;
  ask: AskSource;
  failures: SourceFailures;
  validatorOf: ClaimValidatorOf;
  observe: (endpointId: string, answer: SourceAnswer) => void;
  onDropped: (reason: 'invalid' | 'absent') => void;
  /** Longest a call may take, whatever its schemas say. */
  timeoutMs: number;
  clock: () => number;
  log: Logger;
}

const failed = (outcome: SourceOutcome): Flight => ({ outcome, findings: [] });

/** Calls endpoints for claims; equal questions at the same time share one call. */
export function claimFlights({
  db,
  targets,
  gate,
  ask,
  failures,
  validatorOf,
  observe,
  onDropped,
  timeoutMs,
  clock,
  log,
}: ClaimFlightOptions) {
  const underWay = new Map<string, Promise<Flight>>();
  const settling = new Set<Promise<unknown>>();
  const contextOf = (tenantId: string) =>
    ({ tenantId, actor: { type: 'system', id: 'outbound' } }) as const;

  async function seen(
    tx: Tx,
    endpointId: string,
  ): Promise<{ lane: LaneRecord; target: EndpointTarget } | undefined> {
    const lane = (await laneGate.list(tx, [endpointId])).get(endpointId);
    const target = lane && (await targets.of(tx, endpointId, lane.revision));
    return lane && target && { lane, target };
  }

  function findingOf(schema: EndpointClaimSchema, document: unknown): ClaimFinding {
    const value = valueAt(document, schema.source.pointer);
    if (value !== undefined && validatorOf(JSON.stringify(schema.schema))(value)) return { value };
    onDropped(value === undefined ? 'absent' : 'invalid');
    return {};
  }

  /** What the call says of the endpoint. Nobody waits for it. */
  async function settle(
    { tenantId }: ClaimQuestion,
    lane: LaneRecord,
    answer: SourceAnswer,
  ): Promise<void> {
    const { record, endedAt, retryAfterMs } = answer.attempt;
    const call = {
      endedAt,
      durationMs: record.durationMs,
      error: record.error,
      status: record.responseStatus,
      retryAfterMs,
    };
    const isShown = record.error !== null && failures.isDue(tenantId, lane.endpointId);
    if (!isShown && !gate.isNews(lane, call)) return;
    await db.transact(contextOf(tenantId), async (tx) => {
      if ((await gate.settle(tx, lane.endpointId, call)) && isShown)
        await failures.record(tx, lane.endpointId, answer);
    });
  }

  async function call(
    question: ClaimQuestion,
    { endpointId, schemas }: ClaimGroup,
  ): Promise<Flight> {
    const context = contextOf(question.tenantId);
    const found = await db.read(context, (tx) => seen(tx, endpointId));
    if (!found) return failed('disabled');
    const { target } = found;
    let { lane } = found;
    const longestMs = Math.min(
      timeoutMs,
      Math.max(...schemas.map(({ source }) => source.timeoutMilliseconds)),
    );
    const admission = gate.admission(lane, clock());
    if (admission === 'disabled' || admission === 'circuit_open') return failed(admission);
    if (admission === 'trial') {
      if (!(await db.transact(context, (tx) => gate.takeTrial(tx, endpointId, clock(), longestMs))))
        return failed('circuit_open');
      lane = { ...lane, health: { ...lane.health, circuit: 'half_open' } };
    }
    const answer = await ask(target, question, {
      claims: schemas.map(({ claimName }) => claimName).sort(),
      timeoutMs: longestMs,
    });
    observe(endpointId, answer);
    const settled = settle(question, lane, answer).catch((error: unknown) =>
      log.warn({ err: error, endpointId }, 'the end of a claims call was not written'),
    );
    settling.add(settled);
    void settled.then(() => settling.delete(settled));
    if (answer.attempt.record.error !== null) return failed(answer.attempt.record.error);
    return {
      outcome: 'succeeded',
      findings: schemas.map((schema) => ({ schema, finding: findingOf(schema, answer.document) })),
    };
  }

  /** `key` names the endpoint and whose claims they are. `onEnd` sees the flight once, however many wait for it. */
  function fly(
    key: string,
    question: ClaimQuestion,
    group: ClaimGroup,
    onEnd: (flight: Flight) => void,
  ): Promise<Flight> {
    const whole = JSON.stringify([
      key,
      [...question.tokens].sort(),
      group.schemas.map((schema) => `${schema.claimName} ${versionOf(schema)}`).sort(),
    ]);
    const present = underWay.get(whole);
    if (present) return present;
    const started = call(question, group)
      .catch((error: unknown) => {
        log.warn({ err: error, endpointId: group.endpointId }, 'claims could not be asked for');
        return failed('internal_error');
      })
      .then((ended) => {
        underWay.delete(whole);
        onEnd(ended);
        return ended;
      });
    underWay.set(whole, started);
    return started;
  }

  return {
    fly,
    /** Resolves when no call is under way, and what calls said is written. */
    async rest(): Promise<void> {
      await Promise.all(underWay.values());
      await Promise.all(settling);
    },
  };
}

/** See {@link claimFlights}. */
export type FlyForClaims = ReturnType<typeof claimFlights>['fly'];
