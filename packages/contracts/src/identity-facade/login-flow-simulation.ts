import { z } from 'zod';
import { text } from '../common/text.ts';
import { EntrypointName, LoginFlowDefinition, LoginFlowProblem } from './login-flow.ts';
import { riskLevels } from './login-flow-fact.ts';
import {
  AcrValue,
  AssuranceLevel,
  ConnectorName,
  FactorKind,
  LoginMethod,
} from './login-flow-method.ts';
import { denyReasons } from './login-flow-names.ts';

const word = text({ max: 256 });
const words = z.array(word).max(200).optional();
const flag = z.boolean().optional();
const methods = z.array(LoginMethod).max(10).optional();
const scalar = z.union([z.string().max(512), z.number(), z.boolean()]);

/** The simulated facts; an omitted one is unknown. */
const context = z.strictObject({
  organization: z.strictObject({ id: word.optional() }).optional(),
  user: z
    .strictObject({
      exists: flag,
      emailVerified: flag,
      hasPassword: flag,
      enrolledMethods: methods,
      groups: words,
      roles: words,
      createdDaysAgo: z.number().min(0).optional(),
      locale: word.optional(),
      metadata: z.record(z.string().max(128), scalar).optional(),
    })
    .optional(),
  identifier: z.strictObject({ domain: word.optional() }).optional(),
  network: z
    .strictObject({
      ip: z.union([z.ipv4(), z.ipv6()]).optional(),
      country: word.optional(),
      asn: z.int().min(0).optional(),
    })
    .optional(),
  device: z.strictObject({ known: flag, trusted: flag }).optional(),
  risk: z.strictObject({ level: z.enum(riskLevels).optional() }).optional(),
  request: z
    .strictObject({
      requestedAal: AssuranceLevel.optional(),
      acrValues: words,
      acrEssential: flag,
      prompt: words,
      maxAge: z.int().min(0).optional(),
      scopes: words,
      uiLocales: words,
    })
    .optional(),
  session: z
    .strictObject({
      aal: AssuranceLevel.optional(),
      methods,
      ageSeconds: z.int().min(0).optional(),
    })
    .optional(),
  time: z
    .strictObject({
      hourUtc: z.int().min(0).max(23).optional(),
      weekdayUtc: z.int().min(1).max(7).optional().describe('1: Monday.'),
    })
    .optional(),
});

const answer = z.strictObject({
  step: z.string().max(64),
  outcome: z.string().max(32),
  method: LoginMethod.optional(),
  connector: ConnectorName.optional(),
  userVerified: flag.describe('For a passkey. Defaults to true.'),
  hardwareProtected: flag.describe(
    'For a passkey or security key. Defaults to true for a security key.',
  ),
});

/** Body of the simulation. */
export const SimulateLoginFlowRequest = z
  .strictObject({
    source: z
      .enum(['draft', 'active', 'version', 'inline'])
      .optional()
      .describe('Defaults to the draft if there is one, and to the active flow otherwise.'),
    version: z.int().min(0).optional().describe('Required if `source` is `version`.'),
    definition: LoginFlowDefinition.optional().describe('Required if `source` is `inline`.'),
    clientId: z.string().min(1).max(512).optional().describe('Applies the binding of the client.'),
    entrypoint: EntrypointName.optional(),
    context: context.default({}),
    answers: z.array(answer).max(100).default([]),
  })
  .superRefine(({ source, version, definition }, issues) => {
    const given = { version, definition };
    const needed = { version: 'version', inline: 'definition' } as const;
    for (const [kind, member] of Object.entries(needed) as ['version', 'version'][])
      if (source === kind && given[member] === undefined)
        issues.addIssue({
          code: 'custom',
          path: [member],
          message: `is required with source ${kind}`,
          params: { code: 'required' },
        });
  })
  .meta({ id: 'SimulateLoginFlowRequest' });

/** A method that a step offers, or the reason why it does not. */
export const LoginFlowOffer = z.object({
  method: LoginMethod,
  connector: z.string().nullable(),
  available: z.boolean(),
  reason: z.string().nullable().describe('Why the method is not available.'),
});

const truth = z.enum(['true', 'false', 'unknown']);

/** One step of the simulated login. */
export const LoginFlowVisit = z.object({
  step: z.string(),
  type: z.string(),
  offered: z.array(LoginFlowOffer),
  chosen: z.object({ method: LoginMethod, connector: z.string().nullable() }).nullable(),
  outcome: z.string().nullable(),
  satisfiedBySession: z.boolean(),
  branches: z.array(
    z.object({
      id: z.string(),
      result: truth,
      facts: z.array(z.object({ fact: z.string(), value: z.unknown(), result: truth })),
    }),
  ),
  next: z.string().nullable(),
});

/** The assurance that a login achieves. */
export const LoginFlowProof = z.object({
  level: AssuranceLevel.nullable(),
  acr: AcrValue.nullable(),
  amr: z.array(z.string()),
  factorKinds: z.array(FactorKind),
  phishingResistant: z.boolean(),
  hardwareProtected: z.boolean(),
});

/** The evaluator's result of a simulated login. */
export const LoginFlowSimulation = z
  .object({
    source: z.enum(['draft', 'active', 'version', 'inline']),
    version: z.int().nullable(),
    revision: z.int().nullable(),
    checksum: z.string(),
    result: z.enum(['completed', 'denied', 'incomplete', 'stopped']),
    denyReason: z.enum(denyReasons).nullable(),
    path: z.array(LoginFlowVisit.extend({ index: z.int() })),
    assurance: LoginFlowProof,
    requestedAssuranceMet: z.boolean(),
    sessionLifetimeSeconds: z.int(),
    problems: z.array(LoginFlowProblem),
  })
  .meta({ id: 'LoginFlowSimulation' });

export type LoginFlowSimulationInput = z.infer<typeof SimulateLoginFlowRequest>;
export type LoginFlowSimulationContext = z.infer<typeof context>;
export type LoginFlowSimulationAnswer = z.infer<typeof answer>;
export type LoginFlowSimulationResource = z.infer<typeof LoginFlowSimulation>;
export type LoginFlowOffer = z.infer<typeof LoginFlowOffer>;
export type LoginFlowVisit = z.infer<typeof LoginFlowVisit>;
export type LoginFlowProof = z.infer<typeof LoginFlowProof>;
