import type { LoginFlow } from '@platform/contracts';
import type { Tx } from '@platform/kit/database';
import { newId } from '@platform/kit/ids';
import { problem } from '@platform/kit/problem';
import { problemsOf } from '@platform/login-flow';
import type { ConnectorLookup, SiblingReferences, UnavailableMethods } from './flow-references.ts';
import { followedEntrypoints } from './binding-store.ts';
import { draftTag } from './login-flow-record.ts';
import type { DraftRow } from './login-flow-record.ts';
import { findDraft, lockFlowHead, upsertDraft } from './login-flow-store.ts';

/** The inputs of the rules of a tenant's flow. */
export interface FlowRules {
  connectors: ConnectorLookup;
  unavailable: UnavailableMethods;
}

/** The problems of a flow at present. */
export async function problemsNow(
  tx: Tx,
  flow: LoginFlow,
  { connectors, unavailable }: FlowRules,
  references: Partial<SiblingReferences> = {},
) {
  return problemsOf(flow, {
    unavailable,
    connectors: await connectors(tx),
    boundEntrypoints: await followedEntrypoints(tx),
    ...references,
  });
}

/** Saves the draft; with `requireTag`, only if the caller has its current tag. */
export async function saveDraft(
  tx: Tx,
  {
    definition,
    rules,
    references,
    ifMatch,
    requireTag = false,
    now,
  }: {
    definition: LoginFlow;
    rules: FlowRules;
    references?: SiblingReferences;
    ifMatch: (tag: string | undefined) => boolean;
    requireTag?: boolean;
    now: Date;
  },
): Promise<DraftRow> {
  const head = await lockFlowHead(tx);
  const before = await findDraft(tx);
  const isMatched = ifMatch(before && draftTag(before));
  if (before && requireTag && !isMatched)
    throw problem('conflict', {
      detail: 'The login flow already has a draft; send its ETag in If-Match to replace it',
    });
  const draft: DraftRow = {
    id: before?.id ?? newId('loginFlow'),
    revision: (before?.revision ?? 0) + 1,
    definition,
    problems: await problemsNow(tx, definition, rules, references),
    basedOnVersion: before?.basedOnVersion ?? head.activeVersion,
    createdAt: before?.createdAt ?? now,
    updatedAt: now,
  };
  await upsertDraft(tx, draft);
  return draft;
}
