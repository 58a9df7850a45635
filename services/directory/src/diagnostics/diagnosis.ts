import type { DiagnosticReportResource, DiagnosticStepResource } from '@platform/contracts';
import { SamlMetadataFault } from '@platform/relying-party';
import { SourceFault, Throttled } from '../sync/sources/source-fault.ts';

/** The result of a step that did not fail. */
export interface StepFinding {
  /** It works, but with a problem. */
  warning?: { code: string; detail: string };
  /** The step does not apply. */
  isSkipped?: boolean;
  evidence?: Record<string, unknown>;
}

/** One step. It fails by throwing a {@link SourceFault}. */
export interface DiagnosisStep {
  name: string;
  run: (signal: AbortSignal) => Promise<StepFinding | void>;
}

/** A connection test: its steps in order, and the facts that they gather. */
export interface Diagnosis {
  kind: string;
  steps: readonly DiagnosisStep[];
  summary: () => Record<string, unknown>;
  sample?: () => Record<string, unknown>[];
  /** Runs after the last step, even if one failed. */
  close?: () => Promise<void>;
}

/** Limits of a test, in milliseconds. */
export interface DiagnosisLimits {
  totalMs: number;
  stepMs: number;
  clock: () => number;
}

/** A report, and whether the other side rejected the credential. */
export interface Diagnosed {
  report: DiagnosticReportResource;
  isRefused: boolean;
}

const timedOut = () => new SourceFault('timeout', 'The step took too long.');

/** Runs a step within its time limit. A step that exceeds it is aborted and not awaited. */
async function within(step: DiagnosisStep, ms: number): Promise<StepFinding> {
  const limit = new AbortController();
  const timer = setTimeout(() => limit.abort(timedOut()), Math.max(0, ms));
  const late = new Promise<never>((_, reject) => {
    limit.signal.addEventListener('abort', () => reject(timedOut()), { once: true });
  });
  try {
    return (await Promise.race([step.run(limit.signal), late])) ?? {};
  } finally {
    clearTimeout(timer);
    late.catch(() => undefined);
  }
}

function faultOf(error: unknown): SourceFault {
  if (error instanceof SourceFault) return error;
  if (error instanceof SamlMetadataFault)
    return new SourceFault(error.code, error.message, { cause: error });
  if (error instanceof Throttled)
    return new SourceFault('throttled', 'The source has requested a pause; test again later.');
  throw error;
}

/** The duration for a rejected target would reveal where it is. */
const shownDuration = (code: string, durationMs: number): number =>
  code === 'target_not_allowed' ? 0 : durationMs;

/** Runs the steps of a test in order. Steps after a failed one are skipped. */
export async function diagnose(
  { kind, steps, summary, sample, close }: Diagnosis,
  { totalMs, stepMs, clock }: DiagnosisLimits,
): Promise<Diagnosed> {
  const startedAt = clock();
  const done: DiagnosticStepResource[] = [];
  let fault: SourceFault | undefined;
  try {
    for (const step of steps) {
      const { name } = step;
      const begunAt = clock();
      const sinceBegin = (): number => Math.max(0, Math.round(clock() - begunAt));
      if (fault) {
        done.push({ name, status: 'skipped', durationMs: 0 });
        continue;
      }
      try {
        const left = startedAt + totalMs - begunAt;
        const { warning, isSkipped, evidence } = await within(step, Math.min(stepMs, left));
        const usual = isSkipped ? ('skipped' as const) : ('ok' as const);
        const status = warning ? ('warning' as const) : usual;
        const shown = { ...warning, ...(evidence ? { evidence } : {}) };
        done.push({ name, status, durationMs: sinceBegin(), ...shown });
      } catch (error) {
        fault = faultOf(error);
        const { code, message: detail } = fault;
        const durationMs = shownDuration(code, sinceBegin());
        done.push({ name, status: 'failed', durationMs, code, detail });
      }
    }
  } finally {
    await close?.();
  }
  const isHidden = fault?.code === 'target_not_allowed';
  return {
    isRefused: fault?.isRefusal ?? false,
    report: {
      ok: fault === undefined,
      kind,
      startedAt: new Date(startedAt).toISOString(),
      durationMs: isHidden ? 0 : Math.max(0, Math.round(clock() - startedAt)),
      steps: done,
      summary: summary(),
      sample: sample?.() ?? [],
    },
  };
}
