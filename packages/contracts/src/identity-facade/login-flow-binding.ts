import { z } from 'zod';
import { ActorSchema } from '../common/list.ts';
import { time } from '../common/text.ts';
import { EntrypointName, LoginFlowAssurance, LoginFlowProblem } from './login-flow.ts';
import { AssuranceLevel, ConnectorName, LoginMethod } from './login-flow-method.ts';

const constraints = {
  version: z
    .int()
    .min(0)
    .nullable()
    .default(null)
    .describe('If null, the client uses the active flow.'),
  entrypoint: EntrypointName.default('default'),
  minimumAssurance: AssuranceLevel.nullable().default(null),
  allowedMethods: z.array(LoginMethod).min(1).max(10).nullable().default(null),
  allowedConnectors: z.array(ConnectorName).max(20).nullable().default(null),
  defaultConnector: ConnectorName.nullable().default(null),
  maxAgeSeconds: z.int().min(0).max(2_592_000).nullable().default(null),
  signUpEnabled: z.boolean().nullable().default(null),
};

/** Body of PUT: the flow of a client. The binding can only make that flow stricter. */
export const BindLoginFlowClientRequest = z
  .strictObject(constraints)
  .meta({ id: 'BindLoginFlowClientRequest' });

/** The flow of a client, and how much stricter it is. */
export const LoginFlowClientBinding = z
  .object({
    id: z.string().describe('The client id.'),
    clientId: z.string(),
    ...constraints,
    effectiveVersion: z.int(),
    effectiveAssurance: LoginFlowAssurance,
    problems: z.array(LoginFlowProblem),
    createdAt: time,
    updatedAt: time,
    updatedBy: ActorSchema,
  })
  .meta({ id: 'LoginFlowClientBinding' });

export type LoginFlowBindingConstraints = z.infer<typeof BindLoginFlowClientRequest>;
export type LoginFlowBindingResource = z.infer<typeof LoginFlowClientBinding>;
