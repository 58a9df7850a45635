import { z } from 'zod';
import { ActorSchema } from '../common/list.ts';
import { text, time } from '../common/text.ts';
import { depthOf, leavesOf } from './login-flow-comparisons.ts';
import { edgesOf } from './login-flow-edges.ts';
import { AssuranceLevel, LoginMethod } from './login-flow-method.ts';
import { loginFlowErrors, loginFlowWarnings } from './login-flow-names.ts';
import { LoginFlowStep, StepId } from './login-flow-step.ts';

const maxConditionDepth = 5;
const maxConditionLeaves = 100;

const settings = z
  .strictObject({
    minimumAssurance: AssuranceLevel.default('aal1'),
    sessionLifetimeSeconds: z.int().min(300).max(2_592_000).default(86_400),
    sessionIdleSeconds: z.int().min(60).max(2_592_000).default(3_600),
    flowLifetimeSeconds: z.int().min(60).max(3_600).default(1_800),
    maxStepVisits: z
      .int()
      .min(5)
      .max(100)
      .default(25)
      .describe('Maximum number of times that one login can reach the same step.'),
    trustedDeviceSeconds: z.int().min(0).max(31_536_000).default(0),
    stepUp: z
      .enum(['auto', 'off'])
      .default('auto')
      .describe(
        'Whether a login that does not reach the required assurance prompts for another factor.',
      ),
    stepUpMethods: z.array(LoginMethod).max(10).default(['passkey', 'totp', 'recovery_code']),
    signUpEnabled: z.boolean().default(true),
  })
  .refine((s) => s.sessionIdleSeconds <= s.sessionLifetimeSeconds, {
    error: 'must not exceed sessionLifetimeSeconds',
    path: ['sessionIdleSeconds'],
  });

/** The name of an entry point. */
export const EntrypointName = z
  .string()
  .regex(/^[a-z][a-z0-9_]{0,30}$/, { error: 'must be the name of an entry point' });

/** The assurance achieved by paths from one entry point. */
export const LoginFlowAssurance = z
  .object({
    min: AssuranceLevel.nullable().describe('Null if no path completes.'),
    max: AssuranceLevel.nullable(),
    phishingResistantAlways: z.boolean(),
  })
  .meta({ id: 'LoginFlowAssurance' });

/** A fault of a definition, or a possible improvement. An `error` prevents activation. */
export const LoginFlowProblem = z
  .object({
    severity: z.enum(['error', 'warning']),
    code: z.enum([...loginFlowErrors, ...loginFlowWarnings]),
    pointer: z.string().describe('JSON Pointer into the definition.'),
    detail: z.string(),
  })
  .meta({ id: 'LoginFlowProblem' });

const readOnly = {
  id: z.string().optional(),
  version: z
    .int()
    .nullable()
    .optional()
    .describe('Null for the draft, 0 for the built-in default.'),
  state: z.enum(['draft', 'active', 'archived']).optional(),
  revision: z
    .int()
    .nullable()
    .optional()
    .describe('Number of times that the draft has been saved.'),
  assurance: z
    .record(z.string(), LoginFlowAssurance)
    .optional()
    .describe('Results by entry point.'),
  problems: z.array(LoginFlowProblem).optional(),
  basedOnVersion: z.int().nullable().optional(),
  checksum: z
    .string()
    .optional()
    .describe('SHA-256 digest of the canonical JSON (RFC 8785) of the writable properties.'),
  activatedAt: time.nullable().optional(),
  activatedBy: ActorSchema.nullable().optional(),
  createdAt: time.nullable().optional(),
  updatedAt: time.nullable().optional(),
};

interface Checked {
  entrypoints: Record<string, string>;
  steps: LoginFlowStep[];
}
type Issue = (path: (string | number)[], message: string) => void;

function checkEdges({ entrypoints, steps }: Checked, issue: Issue): void {
  const known = new Set(steps.map(({ id }) => id));
  for (const [name, to] of Object.entries(entrypoints))
    if (!known.has(to)) issue(['entrypoints', name], 'names a step that does not exist');
  for (const [i, step] of steps.entries())
    for (const { path, to } of edgesOf(step))
      if (!known.has(to)) issue(['steps', i, ...path], 'names a step that does not exist');
}

function checkIds({ entrypoints, steps }: Checked, issue: Issue): void {
  if (!Object.hasOwn(entrypoints, 'default')) issue(['entrypoints', 'default'], 'is required');
  const count = Object.keys(entrypoints).length;
  if (count > 10) issue(['entrypoints'], 'must have at most 10 entry points');
  const seen = new Set<string>();
  for (const [i, { id }] of steps.entries()) {
    if (seen.has(id)) issue(['steps', i, 'id'], 'must be unique within the flow');
    seen.add(id);
  }
}

function checkConditions({ steps }: Checked, issue: Issue): void {
  let leaves = 0;
  for (const [i, step] of steps.entries()) {
    if (step.type !== 'condition') continue;
    for (const [b, { when }] of step.config.branches.entries()) {
      leaves += leavesOf(when).length;
      if (depthOf(when) > maxConditionDepth)
        issue(
          ['steps', i, 'config', 'branches', b, 'when'],
          `must be nested at most ${maxConditionDepth} levels deep`,
        );
    }
  }
  if (leaves > maxConditionLeaves)
    issue(
      ['steps'],
      `must have at most ${maxConditionLeaves} comparisons in all conditions combined`,
    );
}

/**
 * A login flow. Accepts and ignores members that only responses have (`readOnly`), so that a
 * response can be written back.
 */
export const LoginFlowDefinition = z
  .strictObject({
    schemaVersion: z.literal(1),
    name: text({ max: 100 }),
    description: text({ min: 0, max: 1_000 }).optional(),
    entrypoints: z
      .record(EntrypointName, StepId)
      .describe('At most 10 entry points. `default` is required.'),
    steps: z.array(LoginFlowStep).min(2).max(50),
    settings: settings.prefault({}),
    ...readOnly,
  })
  .superRefine((flow, context) => {
    const issue: Issue = (path, message) =>
      context.addIssue({ code: 'custom', path, message, input: flow });
    checkIds(flow, issue);
    checkEdges(flow, issue);
    checkConditions(flow, issue);
  })
  .meta({ id: 'LoginFlowDefinition' });

export type LoginFlowDefinition = z.infer<typeof LoginFlowDefinition>;
export type LoginFlowInput = z.input<typeof LoginFlowDefinition>;
export type LoginFlowSettings = z.infer<typeof settings>;
export type LoginFlowAssurance = z.infer<typeof LoginFlowAssurance>;
export type LoginFlowErrorCode = (typeof loginFlowErrors)[number];
export type LoginFlowProblem = z.infer<typeof LoginFlowProblem>;

/** The writable part of a definition, which the evaluator runs and the checksum covers. */
export type LoginFlow = Omit<LoginFlowDefinition, keyof typeof readOnly>;

/** Removes the members that only responses have. */
export function writableFlow({
  schemaVersion,
  name,
  description,
  entrypoints,
  steps,
  settings,
}: LoginFlowDefinition): LoginFlow {
  return { schemaVersion, name, description, entrypoints, steps, settings };
}
