import { z } from 'zod';
import { ActorSchema } from '../common/list.ts';
import { text, time } from '../common/text.ts';
import { LoginFlowAssurance, LoginFlowDefinition } from './login-flow.ts';
import { LoginMethod } from './login-flow-method.ts';

/** Body of the activation. */
export const ActivateLoginFlowRequest = z
  .strictObject({
    source: z.enum(['draft', 'version']),
    version: z
      .int()
      .min(0)
      .optional()
      .describe('Required if `source` is `version`. 0 is the built-in default.'),
    expectedActiveVersion: z.int().min(0).describe('The version that is currently active.'),
    expectedDraftRevision: z
      .int()
      .min(1)
      .optional()
      .describe('The revision of the draft to activate.'),
    comment: text({ min: 0, max: 500 }).optional(),
    terminateInProgress: z
      .boolean()
      .default(false)
      .describe('Restarts logins in progress instead of letting them complete with their version.'),
  })
  .superRefine(({ source, version }, context) => {
    if (source === 'version' && version === undefined)
      context.addIssue({
        code: 'custom',
        path: ['version'],
        message: 'is required with source version',
        params: { code: 'required' },
      });
    if (source === 'draft' && version !== undefined)
      context.addIssue({ code: 'custom', path: ['version'], message: 'requires source version' });
  })
  .meta({ id: 'ActivateLoginFlowRequest' });

/** One version of the tenant's login flow. */
export const LoginFlowVersionSummary = z
  .object({
    version: z.int(),
    name: z.string(),
    state: z.enum(['active', 'archived']),
    checksum: z.string(),
    createdAt: time.nullable().describe('Null for the built-in default.'),
    createdBy: ActorSchema.nullable(),
    comment: z.string().nullable().describe('Comment on the last activation.'),
    lastActivatedAt: time.nullable(),
    lastActivatedBy: ActorSchema.nullable(),
    activationCount: z.int(),
    assurance: z.record(z.string(), LoginFlowAssurance),
    boundClients: z.int().describe('Number of client bindings that use this version.'),
  })
  .meta({ id: 'LoginFlowVersionSummary' });

/** A flow to start from. */
export const LoginFlowTemplate = z
  .object({
    id: z.string(),
    name: z.string(),
    description: z.string(),
    assurance: z.record(z.string(), LoginFlowAssurance),
    requires: z.object({
      methods: z.array(LoginMethod),
      connectors: z
        .boolean()
        .describe('Whether the template requires an enabled social connector.'),
    }),
    definition: LoginFlowDefinition,
  })
  .meta({ id: 'LoginFlowTemplate' });

export type LoginFlowActivation = z.infer<typeof ActivateLoginFlowRequest>;
export type LoginFlowVersionResource = z.input<typeof LoginFlowVersionSummary>;
export type LoginFlowTemplateResource = z.infer<typeof LoginFlowTemplate>;
