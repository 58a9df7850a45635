import type {
  AssuranceLevel,
  LoginFlow,
  LoginFlowBindingConstraints,
  LoginFlowStep,
  LoginMethod,
} from '@platform/contracts';
import { higherOf } from './factor-set.ts';

/** What a client's binding limits. */
export interface FlowLimits {
  minimumAssurance: AssuranceLevel;
  /** Null: every method. */
  allowedMethods: readonly LoginMethod[] | null;
  /** Null: every connector. */
  allowedConnectors: readonly string[] | null;
  defaultConnector: string | null;
  maxAgeSeconds: number | null;
  signUpEnabled: boolean;
}

/** A flow as one client uses it: what a login runs. Plain JSON. */
export interface EffectiveFlow {
  definition: LoginFlow;
  entrypoint: string;
  limits: FlowLimits;
}

/** What of a binding the evaluator looks at. */
export type FlowBinding = Omit<LoginFlowBindingConstraints, 'version'>;

/**
 * A flow under a binding. Everything in a binding only tightens: the higher minimum holds, methods and connectors can only be
 * taken away, sign-up can only be switched off. Without `entrypoint` it begins where the binding says, else at `default`.
 */
export function effectiveFlow(
  definition: LoginFlow,
  { binding, entrypoint }: { binding?: FlowBinding | null; entrypoint?: string } = {},
): EffectiveFlow {
  const { minimumAssurance, signUpEnabled } = definition.settings;
  return {
    definition,
    entrypoint: entrypoint ?? binding?.entrypoint ?? 'default',
    limits: {
      minimumAssurance: binding?.minimumAssurance
        ? higherOf(minimumAssurance, binding.minimumAssurance)
        : minimumAssurance,
      allowedMethods: binding?.allowedMethods ?? null,
      allowedConnectors: binding?.allowedConnectors ?? null,
      defaultConnector: binding?.defaultConnector ?? null,
      maxAgeSeconds: binding?.maxAgeSeconds ?? null,
      signUpEnabled: signUpEnabled && binding?.signUpEnabled !== false,
    },
  };
}

/** Whether a binding leaves the method. */
export const allowsMethod = ({ allowedMethods }: FlowLimits, method: LoginMethod): boolean =>
  allowedMethods === null || allowedMethods.includes(method);

/** Whether a binding leaves the connector. */
export const allowsConnector = ({ allowedConnectors }: FlowLimits, connector: string): boolean =>
  allowedConnectors === null || allowedConnectors.includes(connector);

/** A step by its id. */
export function stepOf(definition: LoginFlow, id: string): LoginFlowStep {
  const step = definition.steps.find((one) => one.id === id);
  if (!step) throw new Error(`the flow has no step ${id}`);
  return step;
}
