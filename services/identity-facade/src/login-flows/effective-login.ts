import type { LoginFlow } from '@platform/contracts';
import type { Tx } from '@platform/kit/database';
import { findBinding } from './binding-store.ts';
import type { BindingRow } from './binding-store.ts';
import { findHead, findFlowVersion, requireFlowVersion } from './login-flow-store.ts';

/** The login flow's part of ResolveLogin, for one client. */
export interface EffectiveLogin {
  version: number;
  activationSequence: number;
  minimumActivationSequence: number;
  entrypoint: string;
  definition: LoginFlow;
  binding: BindingRow | null;
}

/**
 * The flow that a client uses now, or the pinned version of a login in progress. The current version replaces one that is deleted.
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
