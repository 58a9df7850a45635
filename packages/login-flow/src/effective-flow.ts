import type {
  AssuranceLevel,
  LoginFlow,
  LoginFlowBindingConstraints,
  LoginFlowStep,
  LoginMethod,
} from '@platform/contracts';
import { higherOf } from './factor-set.ts';

/** The limits of a client's binding. */
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

/** The flow of one client, as a login runs it. Plain JSON. */
export interface EffectiveFlow {
  definition: LoginFlow;
  entrypoint: string;
  limits: FlowLimits;
}

/** The parts of a binding that the evaluator uses. */
export type FlowBinding = Omit<LoginFlowBindingConstraints, 'version'>;

/**
 * Applies a binding to a flow. A binding only tightens: the higher minimum applies, methods and connectors can only be removed,
 * sign-up can only be disabled. Without `entrypoint` the login begins at the binding's entry point, else at `default`.
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

/** Whether a binding allows the method. */
export const allowsMethod = ({ allowedMethods }: FlowLimits, method: LoginMethod): boolean =>
  allowedMethods === null || allowedMethods.includes(method);

/** Whether a binding allows the connector. */
export const allowsConnector = ({ allowedConnectors }: FlowLimits, connector: string): boolean =>
  allowedConnectors === null || allowedConnectors.includes(connector);

/** A step by its id. */
export function stepOf(definition: LoginFlow, id: string): LoginFlowStep {
  const step = definition.steps.find((one) => one.id === id);
  if (!step) throw new Error(`the flow has no step ${id}`);
  return step;
}
