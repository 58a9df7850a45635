import type { LoginFlow } from '@platform/contracts';
import type { Tx } from '@platform/kit/database';
import { findBinding } from './binding-store.ts';
import type { BindingRow } from './binding-store.ts';
import { findHead, findFlowVersion, requireFlowVersion } from './login-flow-store.ts';

/** The flow of one client: the part of ResolveLogin that login flows answer. */
export interface EffectiveLogin {
  version: number;
  activationSequence: number;
  minimumActivationSequence: number;
  entrypoint: string;
  definition: LoginFlow;
  binding: BindingRow | null;
}

/**
 * The flow that a client uses now, or for a login in progress the version that it began with. A version that is no longer kept
 * gives way to the current one.
 */
export async function effectiveLogin(
  tx: Tx,
  { clientId, pinnedVersion }: { clientId: string; pinnedVersion?: number },
): Promise<EffectiveLogin> {
  const { activeVersion, activationSequence, minimumActivationSequence } = await findHead(tx);
  const binding = (await findBinding(tx, clientId)) ?? null;
  const pinned = pinnedVersion === undefined ? undefined : await findFlowVersion(tx, pinnedVersion);
  const { version, definition } =
    pinned ?? (await requireFlowVersion(tx, binding?.version ?? activeVersion));
  const wanted = binding?.entrypoint ?? 'default';
  return {
    version,
    activationSequence,
    minimumActivationSequence,
    entrypoint: Object.hasOwn(definition.entrypoints, wanted) ? wanted : 'default',
    definition,
    binding,
  };
}
