import type { FieldError, LoginFlow } from '@platform/contracts';
import type { Tx } from '@platform/kit/database';
import { problem } from '@platform/kit/problem';
import { listBindings } from './binding-store.ts';
import type { BindingRow } from './binding-store.ts';
import { lockFlowHead, requireFlowVersion } from './login-flow-store.ts';

/** A flow in use, and the client that uses it. */
interface FlowInUse {
  definition: LoginFlow;
  place: string;
  /** Of the client that is bound to the flow; null means no limit. */
  allowedConnectors: readonly string[] | null;
}

/** Steps that ask for a first factor and would be left without one if this connector were removed. */
const stepsWithNoOther = (
  { definition, allowedConnectors }: FlowInUse,
  provider: string,
): string[] =>
  definition.steps.flatMap((step) => {
    if (step.type !== 'authenticate' || step.config.role === 'second') return [];
    const { methods, connectors } = step.config;
    const isSocialAlone = methods.every((method) => method === 'social');
    const usable = connectors.filter((one) => allowedConnectors?.includes(one) ?? true);
    // A step without a list offers every enabled connector, so it names none.
    const named = connectors.length > 0 ? usable : (allowedConnectors ?? []);
    return isSocialAlone && named.length === 1 && named[0] === provider ? [step.id] : [];
  });

const placeOf = ({ clientId, version }: BindingRow): string =>
  version === null
    ? `the active flow with the binding of the client ${clientId}`
    : `version ${version}, to which the client ${clientId} is bound`;

/** The active flow, and every flow that a client is bound to. */
async function flowsInUse(tx: Tx): Promise<FlowInUse[]> {
  // No concurrent activation or binding can use the connector before it is deleted.
  const { activeVersion } = await lockFlowHead(tx);
  const { definition } = await requireFlowVersion(tx, activeVersion);
  const bound: FlowInUse[] = [];
  for (const binding of await listBindings(tx)) {
    const version = await requireFlowVersion(tx, binding.version ?? activeVersion);
    const { allowedConnectors } = binding;
    bound.push({ definition: version.definition, place: placeOf(binding), allowedConnectors });
  }
  return [{ definition, place: 'the active flow', allowedConnectors: null }, ...bound];
}

/** @throws 409 `invalid_state` with the places where the connector is the only first factor */
export async function requireUnusedConnector(tx: Tx, provider: string): Promise<void> {
  const errors = (await flowsInUse(tx)).flatMap((flow) =>
    stepsWithNoOther(flow, provider).map((step): FieldError => ({
      code: 'in_use',
      detail: `The step "${step}" of ${flow.place} has no other first factor.`,
    })),
  );
  if (errors.length === 0) return;
  throw problem('invalid_state', {
    detail: `"${provider}" is the only first factor of a login flow in use. Add another method to the flow first.`,
    errors,
  });
}
