import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { isProblem, loginFlows } from '@platform/sdk';
import type { Client, LoginFlowDefinition, LoginFlowDefinitionInput } from '@platform/sdk';
import type { LoginFlow, LoginFlowProblem } from '@platform/contracts';
import { findingsOf } from '../../client/field-words.ts';
import type { WordedFinding } from '../../client/field-words.ts';
import { refreshReads } from '../../client/query.ts';
import type { Read } from '../../client/query.ts';
import { useWebClient } from '../../client/web-client.ts';
import { showToast } from '../../kit/overlays/toast.tsx';
import { useSay } from '../../kit/words/words-context.ts';
import { edited, newHistory, redone, undone } from './edit-history.ts';
import type { EditHistory } from './edit-history.ts';
import { flowOf } from './flow-edit.ts';
import { draftQuery } from './flow-queries.ts';
import { countDifferences, differenceOf, fieldsOf, mergedFlow } from './flow-versions.ts';

type DraftRead = Read<LoginFlowDefinition | null>;

/** The edited flow with its edits, and the draft that it began with. */
interface Work extends EditHistory {
  base: DraftRead;
  /** The flow of the base; the active one if there was no draft. */
  began: LoginFlow;
}

/** In memory, for other tabs of the page: unsaved changes end with the page of their user. */
let kept: Work | undefined;

export const asFlow = (definition: LoginFlowDefinition): LoginFlow =>
  flowOf(definition as unknown as Parameters<typeof flowOf>[0]);

function begin(active: LoginFlowDefinition, base: DraftRead): Work {
  const began = asFlow(base.value ?? active);
  return { base, began, ...newHistory(began) };
}

/**
 * Saves a draft on condition that it is still the one that was read. Without one, a template becomes the draft first, which fails if
 * there is a draft meanwhile: a plain PUT would replace it.
 */
async function send(api: Client, flow: LoginFlow, base: DraftRead): Promise<DraftRead> {
  const { draft, templates } = loginFlows(api);
  const created = base.value
    ? undefined
    : await templates.apply('password_only', { idempotencyKey: crypto.randomUUID() }).response();
  const body = flow as unknown as LoginFlowDefinitionInput;
  const { value, etag } = await draft
    .put(body, { ifMatch: created ? created.etag : base.etag })
    .response();
  return { value, etag };
}

/** The state and actions of the editor. */
export interface FlowDraft {
  flow: LoginFlow;
  /** The draft on the platform; null if there is none. */
  saved: LoginFlowDefinition | null;
  changeCount: number;
  change: (edit: (flow: LoginFlow) => LoginFlow) => void;
  /** Undefined if there is nothing to undo. */
  undo: (() => void) | undefined;
  redo: (() => void) | undefined;
  discard: () => void;
  save: () => Promise<void>;
  isSaving: boolean;
  findings: readonly WordedFinding[];
  /** Another person saved the draft while it was edited here. */
  isBehind: boolean;
  /** Compares with what was saved meanwhile, and merges. */
  compare: () => void;
  /** Properties of the dialog that merges both changes. */
  conflict: ConflictProps | undefined;
}

interface ConflictProps {
  base: Readonly<Record<string, unknown>>;
  theirs: Readonly<Record<string, unknown>>;
  mine: Readonly<Record<string, unknown>>;
  onResolve: (keepMine: readonly string[]) => void;
  onClose: () => void;
}

/** Edits the draft: the changes stay here until they are saved, and never replace those of another person. */
export function useFlowDraft(active: LoginFlowDefinition, draft: DraftRead): FlowDraft {
  const sayApp = useSay('app');
  const sayProblem = useSay('problems');
  const queryClient = useQueryClient();
  const { api } = useWebClient();
  const [work, setWork] = useState<Work>(() => kept ?? begin(active, draft));
  const [theirs, setTheirs] = useState<DraftRead>();
  const [isSaving, setIsSaving] = useState(false);
  const [findings, setFindings] = useState<readonly WordedFinding[]>([]);
  const changeCount = countDifferences(differenceOf(work.began, work.flow));
  const isOther = draft.etag !== work.base.etag;
  // Without changes, the page follows what is saved elsewhere.
  const isFollowing = changeCount === 0 && !isSaving;
  useEffect(() => {
    if (!isFollowing) return;
    const fresh = begin(active, draft);
    const isSame = countDifferences(differenceOf(fresh.began, work.began)) === 0;
    // What was undone can be repeated as long as nothing else was saved.
    if (!isSame || draft.etag !== work.base.etag) setWork(fresh);
    // The versions are the reason, not each render of what was read.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [draft.etag, active.version, isFollowing]);
  useEffect(() => {
    kept = changeCount > 0 ? work : undefined;
  }, [work, changeCount]);

  async function saveAs(flow: LoginFlow, base: DraftRead): Promise<void> {
    setIsSaving(true);
    setFindings([]);
    try {
      const saved = await send(api, flow, base);
      queryClient.setQueryData(draftQuery.queryKey, saved);
      setWork(begin(active, saved));
      showToast({ text: sayApp('saved') });
      await refreshReads(queryClient, ['loginFlowGetDraft']);
    } catch (error) {
      setFindings(findingsOf(error, sayProblem));
      if (isProblem(error, 'precondition_failed', 'conflict')) await showTheirs();
    } finally {
      setIsSaving(false);
    }
  }

  async function showTheirs(): Promise<void> {
    const read = await queryClient.fetchQuery({ ...draftQuery, staleTime: 0 });
    // The draft was activated meanwhile: the changes here begin a new one.
    if (read.value) setTheirs(read);
    else setWork({ ...work, base: read });
  }

  async function resolve(other: DraftRead, keepMine: readonly string[]): Promise<void> {
    const begun = begin(active, other);
    const flow = mergedFlow(begun.flow, work.flow, keepMine);
    setTheirs(undefined);
    setFindings([]);
    setWork({ ...begun, ...newHistory(flow) });
    if (keepMine.length > 0) await saveAs(flow, other);
  }

  return {
    flow: work.flow,
    saved: work.base.value,
    changeCount,
    change: (edit) => setWork((now) => ({ ...now, ...edited(now, edit(now.flow), Date.now()) })),
    undo: work.past.length > 0 ? () => setWork((now) => ({ ...now, ...undone(now) })) : undefined,
    redo: work.future.length > 0 ? () => setWork((now) => ({ ...now, ...redone(now) })) : undefined,
    discard() {
      setFindings([]);
      setWork(begin(active, draft));
    },
    save: () => saveAs(work.flow, work.base),
    isSaving,
    findings,
    isBehind: isOther && changeCount > 0 && !isSaving,
    compare: () => void showTheirs(),
    conflict: theirs?.value
      ? {
          base: fieldsOf(work.began),
          theirs: fieldsOf(asFlow(theirs.value)),
          mine: fieldsOf(work.flow),
          onResolve: (keepMine) => void resolve(theirs, keepMine),
          onClose: () => setTheirs(undefined),
        }
      : undefined,
  };
}

/** Problems that only the platform finds, by the pages of other services. */
const foundByPlatform = ['hook_missing', 'doc_type_missing', 'reference_unchecked'];

/** Problems of the saved draft that the browser cannot check. */
export const platformProblems = (saved: LoginFlowDefinition | null): LoginFlowProblem[] =>
  (saved?.problems ?? []).filter(({ code }) => foundByPlatform.includes(code));
