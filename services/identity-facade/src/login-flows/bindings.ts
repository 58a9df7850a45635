import type {
  Actor,
  LoginFlowBindingConstraints,
  LoginFlowBindingResource,
  LoginFlowProblem,
} from '@platform/contracts';
import type { Tx } from '@platform/kit/database';
import { contentVersion } from '@platform/kit/http';
import { problemWithReason, found, invalid } from '@platform/kit/problem';
import { analysePaths, assuranceOf, effectiveFlow, isCompletable } from '@platform/login-flow';
import type { EffectiveFlow } from '@platform/login-flow';
import { countBindings, deleteBinding, findBinding, upsertBinding } from './binding-store.ts';
import type { BindingRow } from './binding-store.ts';
import type { FlowVersion } from './login-flow-record.ts';
import { findHead, findFlowVersion, lockFlowHead, requireFlowVersion } from './login-flow-store.ts';

const maxBindings = 1_000;

const isSatisfiable = (flow: EffectiveFlow): boolean =>
  analysePaths(flow).completions.some(({ set }) => isCompletable(set, flow));

function bindingProblems({ definition }: FlowVersion, flow: EffectiveFlow): LoginFlowProblem[] {
  const { entrypoint } = flow;
  if (!Object.hasOwn(definition.entrypoints, entrypoint))
    return [
      {
        severity: 'error',
        code: 'binding_entrypoint_missing',
        pointer: '/entrypoint',
        detail: `The flow has no entry point ${entrypoint}`,
      },
    ];
  if (isSatisfiable(flow)) return [];
  return [
    {
      severity: 'error',
      code: 'no_completion',
      pointer: '',
      detail: 'With this binding, no path of the flow completes',
    },
  ];
}

/** A binding in the API, with its effect under a version. */
export function bindingResource(row: BindingRow, version: FlowVersion): LoginFlowBindingResource {
  const { clientId, createdAt, updatedAt, updatedBy, ...constraints } = row;
  const flow = effectiveFlow(version.definition, { binding: constraints });
  return {
    id: clientId,
    clientId,
    ...constraints,
    effectiveVersion: version.version,
    effectiveAssurance: assuranceOf(flow),
    problems: bindingProblems(version, flow),
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
    updatedBy,
  };
}

async function readBinding(
  tx: Tx,
  clientId: string,
): Promise<LoginFlowBindingResource | undefined> {
  const row = await findBinding(tx, clientId);
  if (!row) return undefined;
  const { activeVersion } = await findHead(tx);
  return bindingResource(row, await requireFlowVersion(tx, row.version ?? activeVersion));
}

/** The version of a binding. */
async function namedVersion(
  tx: Tx,
  { version, entrypoint }: LoginFlowBindingConstraints,
  activeVersion: number,
): Promise<FlowVersion> {
  const named = await findFlowVersion(tx, version ?? activeVersion);
  if (!named)
    throw invalid(
      '/version',
      'unknown_version',
      `must be an existing version; there is no version ${version}`,
    );
  if (!Object.hasOwn(named.definition.entrypoints, entrypoint))
    throw invalid('/entrypoint', 'not_found', `must be an entry point of version ${named.version}`);
  return named;
}

const tell = (
  tx: Tx,
  type: 'login_flow.client_bound' | 'login_flow.client_unbound',
  binding: LoginFlowBindingResource,
  reason: 'requested' | 'client_deleted',
) =>
  tx.publish({
    type,
    subject: { type: 'client', id: binding.clientId },
    data: { binding, reason },
  });

/** A write, and the tag that it requires. */
interface BindingWrite {
  clientId: string;
  ifMatch: (tag: string | undefined) => boolean;
  now: Date;
  actor: Actor;
}

const isSameBinding = (a: LoginFlowBindingResource, b: LoginFlowBindingResource): boolean =>
  contentVersion({ ...a, updatedAt: '', updatedBy: null }) ===
  contentVersion({ ...b, updatedAt: '', updatedBy: null });

/** Binds a client. The head is locked, so that no concurrent activation removes the entry point. */
export async function bindClient(
  tx: Tx,
  constraints: LoginFlowBindingConstraints,
  { clientId, ifMatch, now, actor }: BindingWrite,
): Promise<LoginFlowBindingResource> {
  const { activeVersion } = await lockFlowHead(tx);
  const before = await findBinding(tx, clientId);
  const shown = await readBinding(tx, clientId);
  ifMatch(shown && contentVersion(shown));
  const version = await namedVersion(tx, constraints, activeVersion);
  const createdAt = before?.createdAt ?? now;
  const after: BindingRow = {
    ...constraints,
    clientId,
    createdAt,
    updatedAt: now,
    updatedBy: actor,
  };
  const resource = bindingResource(after, version);
  if (resource.problems.length > 0)
    throw problemWithReason('validation_failed', {
      pointer: '',
      code: 'binding_unsatisfiable',
      detail: 'With this binding, no path of the flow completes',
    });
  if (!before && (await countBindings(tx)) >= maxBindings)
    throw problemWithReason('limit_exceeded', {
      code: 'limit_exceeded',
      detail: `A tenant can have at most ${maxBindings} bindings`,
    });
  if (shown && isSameBinding(shown, resource)) return shown;
  await upsertBinding(tx, after);
  await tell(tx, 'login_flow.client_bound', resource, 'requested');
  return resource;
}

/** Removes a binding. Returns whether there was one. */
export async function unbindClient(
  tx: Tx,
  clientId: string,
  reason: 'requested' | 'client_deleted',
  ifMatch: BindingWrite['ifMatch'] = () => false,
): Promise<boolean> {
  await lockFlowHead(tx);
  const shown = await readBinding(tx, clientId);
  ifMatch(shown && contentVersion(shown));
  if (!shown) return false;
  await deleteBinding(tx, clientId);
  await tell(tx, 'login_flow.client_unbound', shown, reason);
  return true;
}

/** @throws 404 if the client has no binding */
export async function existingBinding(tx: Tx, clientId: string): Promise<LoginFlowBindingResource> {
  return found(await readBinding(tx, clientId));
}
