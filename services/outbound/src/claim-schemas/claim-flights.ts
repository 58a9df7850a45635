import type { WebhookAttemptError } from '@platform/contracts';
import { valueAt } from '@platform/siblings/claims';
import type { ClaimValidatorOf } from '@platform/siblings/claims';
import type { Database, Tx } from '@platform/kit/database';
import type { Logger } from '@platform/kit/telemetry';
import type { CallGate, CallRefusal } from '../lanes/call-gate.ts';
import { listLanes } from '../lanes/lanes.ts';
import type { LaneRecord } from '../lanes/lane-record.ts';
import type { EndpointTarget, EndpointTargets } from '../webhooks/endpoint-target.ts';
import type { ClaimFinding } from './claim-memory.ts';
import { versionOf } from './claim-schema-record.ts';
import type { EndpointClaimSchema } from './claim-schema-record.ts';
import type { AskSource, ClaimQuestion, ClaimSourceAnswer } from './claim-source.ts';
import type { SourceFailures } from './source-failures.ts';

/** The claims of one endpoint. */
export interface ClaimGroup {
  endpointId: string;
  schemas: readonly EndpointClaimSchema[];
}

/** The outcome of a call to an endpoint, or the reason why none was made. */
export type SourceOutcome = 'succeeded' | WebhookAttemptError | CallRefusal | 'internal_error';

/** The result of a call; if it succeeded, with a finding per claim of its group. */
export interface Flight {
  outcome: SourceOutcome;
  findings: readonly { schema: EndpointClaimSchema; finding: ClaimFinding }[];
}

export interface ClaimFlightOptions {
  db: Pick<Database, 'read' | 'transact'>;
  targets: EndpointTargets;
  gate: CallGate;
  ask: AskSource;
  failures: SourceFailures;
  validatorOf: ClaimValidatorOf;
  observe: (endpointId: string, answer: ClaimSourceAnswer) => void;
  onDropped: (reason: 'invalid' | 'absent') => void;
  /** The maximum duration of a call, regardless of its schemas. */
  timeoutMs: number;
  clock: () => number;
  log: Logger;
}

const failed = (outcome: SourceOutcome): Flight => ({ outcome, findings: [] });
const contextOf = (tenantId: string) =>
  ({ tenantId, actor: { type: 'system', id: 'outbound' } }) as const;

async function seen(
  tx: Tx,
  endpointId: string,
  targets: EndpointTargets,
): Promise<{ lane: LaneRecord; target: EndpointTarget } | undefined> {
  const lane = (await listLanes(tx, [endpointId])).get(endpointId);
  const target = lane && (await targets.of(tx, endpointId, lane.revision));
  return lane && target && { lane, target };
}

function findingOf(
  schema: EndpointClaimSchema,
  document: unknown,
  { validatorOf, onDropped }: Pick<ClaimFlightOptions, 'validatorOf' | 'onDropped'>,
): ClaimFinding {
  const value = valueAt(document, schema.source.pointer);
  if (value !== undefined && validatorOf(JSON.stringify(schema.schema))(value)) return { value };
  onDropped(value === undefined ? 'absent' : 'invalid');
  return {};
}

const longestOf = ({ schemas }: ClaimGroup, { timeoutMs }: ClaimFlightOptions): number =>
  Math.min(timeoutMs, Math.max(...schemas.map(({ source }) => source.timeoutMilliseconds)));

/** Returns the lane before the call, or the reason why the call is refused. */
async function admitted(
  { tenantId }: ClaimQuestion,
  lane: LaneRecord,
  longestMs: number,
  { db, gate, clock }: ClaimFlightOptions,
): Promise<LaneRecord | CallRefusal> {
  const admission = gate.admission(lane, clock());
  if (admission === 'open') return lane;
  if (admission !== 'trial') return admission;
  const isTaken = await db.transact(contextOf(tenantId), (tx) =>
    gate.takeTrial(tx, lane.endpointId, clock(), longestMs),
  );
  if (!isTaken) return 'circuit_open';
  return { ...lane, health: { ...lane.health, circuit: 'half_open' } };
}

/** Records the effect of the call on the endpoint. Runs in the background. */
async function recordCall(
  { tenantId }: ClaimQuestion,
  lane: LaneRecord,
  answer: ClaimSourceAnswer,
  { db, gate, failures }: ClaimFlightOptions,
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
    if ((await gate.recordOutcome(tx, lane.endpointId, call)) && isShown)
      await failures.record(tx, lane.endpointId, answer);
  });
}

/** Makes one call to an endpoint, if it is admitted; `onAnswer` gets the result. */
async function call(
  question: ClaimQuestion,
  group: ClaimGroup,
  options: ClaimFlightOptions,
  onAnswer: (lane: LaneRecord, answer: ClaimSourceAnswer) => void,
): Promise<Flight> {
  const { endpointId, schemas } = group;
  const { db, targets, ask } = options;
  const found = await db.read(contextOf(question.tenantId), (tx) => seen(tx, endpointId, targets));
  if (!found) return failed('disabled');
  const longestMs = longestOf(group, options);
  const lane = await admitted(question, found.lane, longestMs, options);
  if (typeof lane === 'string') return failed(lane);
  const answer = await ask(found.target, question, {
    claims: schemas.map(({ claimName }) => claimName).sort(),
    timeoutMs: longestMs,
  });
  onAnswer(lane, answer);
  if (answer.attempt.record.error !== null) return failed(answer.attempt.record.error);
  return {
    outcome: 'succeeded',
    findings: schemas.map((schema) => ({
      schema,
      finding: findingOf(schema, answer.document, options),
    })),
  };
}

/** Returns equal keys for calls with the same request and response. */
const flightKey = (key: string, { tokens }: ClaimQuestion, { schemas }: ClaimGroup): string =>
  JSON.stringify([
    key,
    [...tokens].sort(),
    schemas.map((schema) => `${schema.claimName} ${versionOf(schema)}`).sort(),
  ]);

/** Calls endpoints for claims; identical concurrent questions share one call. */
export function claimFlights(options: ClaimFlightOptions) {
  const { observe, log } = options;
  const underWay = new Map<string, Promise<Flight>>();
  const recording = new Set<Promise<unknown>>();

  function record(question: ClaimQuestion, lane: LaneRecord, answer: ClaimSourceAnswer): void {
    const { endpointId } = lane;
    observe(endpointId, answer);
    const recorded = recordCall(question, lane, answer, options).catch((error: unknown) =>
      log.warn({ err: error, endpointId }, 'the outcome of a claims call was not stored'),
    );
    recording.add(recorded);
    void recorded.then(() => recording.delete(recorded));
  }

  async function start(question: ClaimQuestion, group: ClaimGroup): Promise<Flight> {
    const { endpointId } = group;
    try {
      return await call(question, group, options, (lane, answer) => record(question, lane, answer));
    } catch (error) {
      log.warn({ err: error, endpointId }, 'a claims call could not be made');
      return failed('internal_error');
    }
  }

  return {
    /**
     * `key` identifies the endpoint and the subject of the claims. `onEnd` gets the flight once,
     * regardless of the number of waiters.
     */
    fly(
      key: string,
      question: ClaimQuestion,
      group: ClaimGroup,
      onEnd: (flight: Flight) => void,
    ): Promise<Flight> {
      const whole = flightKey(key, question, group);
      const present = underWay.get(whole);
      if (present) return present;
      const started = start(question, group).then((ended) => {
        underWay.delete(whole);
        onEnd(ended);
        return ended;
      });
      underWay.set(whole, started);
      return started;
    },

    /** Resolves when no call is in flight and all results are written. */
    async rest(): Promise<void> {
      await Promise.all(underWay.values());
      await Promise.all(recording);
    },
  };
}

export type FlyForClaims = ReturnType<typeof claimFlights>['fly'];
