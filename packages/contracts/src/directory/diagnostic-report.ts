import { z } from 'zod';
import { time } from '../common/text.ts';

/** One step of a connection test. */
export const DiagnosticStep = z
  .object({
    name: z.string(),
    status: z
      .enum(['ok', 'warning', 'failed', 'skipped'])
      .describe('`skipped`: an earlier step failed, or the step does not apply.'),
    durationMs: z.int(),
    code: z.string().optional().describe('Machine-readable error code, such as `secret_wrong`.'),
    detail: z.string().optional().describe('What went wrong and how to fix it.'),
    evidence: z.record(z.string(), z.unknown()).optional(),
  })
  .meta({ id: 'DiagnosticStep' });

/** The result of a connection test, step by step. */
export const DiagnosticReport = z
  .object({
    ok: z.boolean().describe('Whether every step succeeded.'),
    kind: z.string(),
    startedAt: time,
    durationMs: z.int(),
    steps: z.array(DiagnosticStep),
    summary: z.record(z.string(), z.unknown()).describe('Information about the remote system.'),
    sample: z
      .array(z.record(z.string(), z.unknown()))
      .describe('Sample users, mapped as an import would map them.'),
  })
  .meta({ id: 'DiagnosticReport' });

export type DiagnosticStepResource = z.infer<typeof DiagnosticStep>;
export type DiagnosticReportResource = z.infer<typeof DiagnosticReport>;
