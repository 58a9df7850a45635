import { z } from 'zod';
import { AcrValue, AssuranceLevel, FactorKind, LoginMethod } from './login-flow-method.ts';

/** Methods, levels and `acr` values of this installation. */
export const LoginFlowAssuranceMethods = z
  .object({
    methods: z.array(
      z.object({
        method: LoginMethod,
        displayName: z.string(),
        factorKinds: z.array(FactorKind),
        amr: z
          .array(z.string())
          .describe(
            'Authentication method references (RFC 8176). If empty, the upstream provider supplies them.',
          ),
        alone: AssuranceLevel,
        withPassword: AssuranceLevel.nullable(),
        phishingResistant: z.boolean(),
        restricted: z.boolean().describe('A restricted authenticator (NIST SP 800-63B-4).'),
        available: z.boolean(),
        unavailableReason: z.string().nullable(),
        enrollable: z.boolean(),
        identifies: z
          .boolean()
          .describe('Whether the method works without a preceding identifier step.'),
      }),
    ),
    levels: z.array(
      z.object({
        level: AssuranceLevel,
        acr: AcrValue,
        combinations: z.array(z.array(LoginMethod)),
        sessionMaxSeconds: z.int(),
        idleMaxSeconds: z.int().nullable().describe('If null, there is no limit.'),
      }),
    ),
    acrValues: z.array(
      z.object({
        value: AcrValue,
        level: AssuranceLevel,
        phishingResistant: z.boolean(),
        hardwareProtected: z.boolean(),
      }),
    ),
  })
  .meta({ id: 'LoginFlowAssuranceMethods' });

export type LoginFlowAssuranceTable = z.infer<typeof LoginFlowAssuranceMethods>;
