import type { LoginFlow, LoginMethod } from '@platform/contracts';
import type { Tx } from '@platform/kit/database';
import type { RpcPeer } from '@platform/kit/grpc';
import type { FlowReferences, ReferenceState } from '@platform/login-flow';

/** The properties of a social connector that flows depend on. */
export interface FlowConnector {
  provider: string;
  enabled: boolean;
}

/** Lists the tenant's social connectors. */
export type ConnectorLookup = (tx: Tx) => Promise<readonly FlowConnector[]>;

/** Methods that the installation cannot offer, with the reason. */
export type UnavailableMethods = Readonly<Partial<Record<LoginMethod, string>>>;

type States = Map<string, ReferenceState>;

/** Hooks and legal documents that a flow names, as reported by their services. */
export interface SiblingReferences {
  hooks: States;
  docTypes: States;
}

/** Names of the hooks and document types in a flow. */
function namedBy({ steps }: LoginFlow): { hooks: string[]; docTypes: string[] } {
  const hooks = steps.flatMap((step) => (step.type === 'hook' ? [step.config.hookId] : []));
  const docTypes = steps.flatMap((step) => (step.type === 'terms' ? step.config.docTypes : []));
  return { hooks: [...new Set(hooks)], docTypes: [...new Set(docTypes)] };
}

const call = { deadlineMs: 1_000, repeatable: true } as const;

/** Asks outbound for hooks and compliance for documents. If a service does not respond, its names are `unchecked`. */
export function siblingReferences({
  outbound,
  compliance,
}: {
  outbound: () => RpcPeer;
  compliance: () => RpcPeer;
}) {
  async function stateOfHook(tenantId: string, hookId: string): Promise<ReferenceState> {
    const { found, enabled, stage } = await outbound()
      .service('platform.outbound.v1.Hooks')
      .GetHook({ tenantId, hookId }, call);
    return found && enabled && stage === 'login_flow' ? 'present' : 'missing';
  }

  async function activeTypes(tenantId: string, docTypes: string[]): Promise<Set<string>> {
    const { documents } = await compliance()
      .service('platform.compliance.v1.LegalDocuments')
      .GetActive({ tenantId, docTypes, withoutContent: true }, call);
    return new Set(documents.map(({ type }) => type));
  }

  async function docStates(tenantId: string, docTypes: string[]): Promise<States> {
    if (docTypes.length === 0) return new Map();
    const active = await activeTypes(tenantId, docTypes).catch(() => undefined);
    const stateOf = (type: string): ReferenceState => {
      if (!active) return 'unchecked';
      return active.has(type) ? 'present' : 'missing';
    };
    return new Map(docTypes.map((type) => [type, stateOf(type)]));
  }

  return async function of(tenantId: string, flow: LoginFlow): Promise<SiblingReferences> {
    const { hooks, docTypes } = namedBy(flow);
    const [hookStates, types] = await Promise.all([
      Promise.all(
        hooks.map(async (id): Promise<[string, ReferenceState]> => [
          id,
          await stateOfHook(tenantId, id).catch((): ReferenceState => 'unchecked'),
        ]),
      ),
      docStates(tenantId, docTypes),
    ]);
    return { hooks: new Map(hookStates), docTypes: types };
  };
}

/** See {@link siblingReferences}. */
export type ReferencesOf = ReturnType<typeof siblingReferences>;

/** Whether a service did not respond. */
export const hasUnchecked = ({ hooks, docTypes }: SiblingReferences): boolean =>
  [...hooks.values(), ...docTypes.values()].includes('unchecked');

/** Whether these references cover everything that the flow names. */
export function coversFlow(references: SiblingReferences, flow: LoginFlow): boolean {
  const { hooks, docTypes } = namedBy(flow);
  return (
    hooks.every((id) => references.hooks.has(id)) &&
    docTypes.every((type) => references.docTypes.has(type))
  );
}

/** All inputs of the validation of a flow. */
export type CheckedAgainst = Required<
  Pick<FlowReferences, 'unavailable' | 'connectors' | 'hooks' | 'docTypes' | 'boundEntrypoints'>
>;
