import type {
  FieldErrorCode,
  LoginFlowActivation,
  LoginFlowDefinition,
  LoginFlowProblem,
} from '@platform/contracts';
import type { Tx } from '@platform/kit/database';
import { problem } from '@platform/kit/problem';
import { hasErrors } from '@platform/login-flow';
import { problemsNow } from './drafts.ts';
import type { FlowRules } from './drafts.ts';
import { coversFlow } from './flow-references.ts';
import type { SiblingReferences } from './flow-references.ts';
import { activeResource, storedAssurance, checksumOf } from './login-flow-record.ts';
import type { FlowHead, FlowVersion, FlowVersionRow } from './login-flow-record.ts';
import {
  deleteDraft,
  findFlowActivation,
  findDraft,
  findFlowVersion,
  insertFlowActivation,
  insertVersion,
  lockFlowHead,
  updateHead,
} from './login-flow-store.ts';

const stale = (detail: string) => problem('precondition_failed', { detail });

/** The version that the draft becomes. */
async function draftAsVersion(
  tx: Tx,
  { lastVersion }: FlowHead,
  { expectedDraftRevision }: LoginFlowActivation,
  now: Date,
): Promise<FlowVersionRow> {
  const draft = await findDraft(tx);
  if (!draft) throw problem('not_found', { detail: 'The login flow has no draft' });
  if (expectedDraftRevision !== undefined && expectedDraftRevision !== draft.revision)
    throw stale(`The draft is at revision ${draft.revision}; review it, then activate it`);
  const { definition } = draft;
  return {
    version: lastVersion + 1,
    id: draft.id,
    definition,
    assurance: storedAssurance(definition),
    checksum: checksumOf(definition),
    basedOnVersion: draft.basedOnVersion,
    createdAt: now,
    createdBy: tx.context.actor,
  };
}

async function existingVersion(tx: Tx, version = 0): Promise<FlowVersion> {
  const found = await findFlowVersion(tx, version);
  if (!found) throw problem('not_found', { detail: `The login flow has no version ${version}` });
  return found;
}

/** @throws 422 with every problem that prevents activation */
function refuseErrors(problems: readonly LoginFlowProblem[]): void {
  if (!hasErrors(problems)) return;
  const errors = problems
    .filter(({ severity }) => severity === 'error')
    .map(({ code, pointer, detail }) => ({ code: code as FieldErrorCode, pointer, detail }));
  const detail = 'The login flow has problems of severity `error` and cannot be activated';
  throw problem('validation_failed', {
    detail,
    errors: [{ code: 'flow_invalid', detail }, ...errors],
  });
}

/** Activates a version: head, version, activation and event are written in one transaction, serialized per tenant. */
export async function activate(
  tx: Tx,
  request: LoginFlowActivation,
  {
    rules,
    references,
    now,
  }: {
    rules: FlowRules;
    references: SiblingReferences;
    now: Date;
  },
): Promise<LoginFlowDefinition> {
  const head = await lockFlowHead(tx);
  const { activeVersion } = head;
  if (request.expectedActiveVersion !== activeVersion)
    throw stale(`Version ${activeVersion} is active; review it, then activate again`);
  const drafted =
    request.source === 'draft' ? await draftAsVersion(tx, head, request, now) : undefined;
  const flow = drafted ?? (await existingVersion(tx, request.version));
  if (flow.version === activeVersion)
    return activeResource(flow, await findFlowActivation(tx, head));
  if (!coversFlow(references, flow.definition))
    throw stale('The draft changed while it was checked; activate it again');
  const problems = await problemsNow(tx, flow.definition, rules, references);
  refuseErrors(problems);

  if (drafted) {
    await insertVersion(tx, drafted);
    await deleteDraft(tx);
  }
  const sequence = head.activationSequence + 1;
  const after: FlowHead = {
    activeVersion: flow.version,
    lastVersion: Math.max(head.lastVersion, flow.version),
    activationSequence: sequence,
    minimumActivationSequence: request.terminateInProgress
      ? sequence
      : head.minimumActivationSequence,
  };
  const comment = request.comment ?? null;
  const activation = {
    version: flow.version,
    comment,
    problems,
    activatedAt: now,
    activatedBy: tx.context.actor,
  };
  await insertFlowActivation(tx, sequence, activation);
  await updateHead(tx, after);
  const resource = activeResource(flow, activation);
  await tx.publish({
    type: 'login_flow.activated',
    subject: { type: 'login_flow', id: flow.id },
    data: {
      loginFlow: { id: flow.id, name: flow.definition.name, assurance: flow.assurance },
      version: flow.version,
      previousVersion: activeVersion,
      source: request.source,
      rollback: request.source === 'version',
      checksum: flow.checksum,
      comment,
      activationSequence: sequence,
      minimumActivationSequence: after.minimumActivationSequence,
    },
  });
  return resource;
}
