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
        amr: z.array(z.string()).describe('RFC 8176; empty: the upstream provider states it.'),
        alone: AssuranceLevel,
        withPassword: AssuranceLevel.nullable(),
        phishingResistant: z.boolean(),
        restricted: z.boolean().describe('A restricted authenticator (NIST SP 800-63B-4).'),
        available: z.boolean(),
        unavailableReason: z.string().nullable(),
        enrollable: z.boolean(),
        identifies: z.boolean().describe('Needs no identifier before it.'),
      }),
    ),
    levels: z.array(
      z.object({
        level: AssuranceLevel,
        acr: AcrValue,
        combinations: z.array(z.array(LoginMethod)),
        sessionMaxSeconds: z.int(),
        idleMaxSeconds: z.int().nullable().describe('Null: no limit.'),
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
