import type { ContextualTuples } from '../evaluation/contextual-tuples.ts';
import type { ModelPlan } from '../evaluation/model-plan.ts';
import { objectText } from '../keys/tuple-key.ts';
import type { ObjectRef } from '../keys/tuple-key.ts';
import { markVisited } from './listing-search.ts';
import type { ListingSearch } from './listing-search.ts';
import type { Rewrite } from '../models/compiled-model.ts';
import type { MemoryTuple } from '../reading/memory-reader.ts';
import { subjectKeyText } from '../reading/tuple-reader.ts';
import type { Scan, ScanForm, SubjectKey } from '../reading/tuple-reader.ts';

/** A question; types and relations exist in the model. */
export interface ListSubjectsQuestion {
  object: ObjectRef;
  relation: string;
  filters: readonly { type: string; relation?: string | undefined }[];
  context?: Record<string, unknown> | undefined;
  contextual?: readonly MemoryTuple[] | undefined;
}

/** A relation of an object whose subjects are listed; `isCertain` when no confirmation is needed. */
export interface ListedGoal {
  object: ObjectRef;
  relation: string;
  isCertain: boolean;
}

/** Rows that lead on from a goal: to subjects and usersets, or to the relation `into` of the objects that a tupleset names. */
export interface SubjectEdge {
  kind: 'rows' | 'tupleset';
  scan: Scan;
  into: string;
  isCertain: boolean;
}

export interface SubjectSearch extends ListingSearch {
  question: ListSubjectsQuestion;
  plan: ModelPlan;
  overlay: ContextualTuples;
  /** Subjects by their text, and whether no confirmation is needed. */
  candidates: Map<string, { key: SubjectKey; isCertain: boolean }>;
}

const isWanted = (
  { question }: SubjectSearch,
  { type, relation }: Omit<SubjectKey, 'id'>,
): boolean => question.filters.some((f) => f.type === type && (f.relation ?? '') === relation);

/** Keeps a subject as a candidate, if it is asked for. */
export function offerSubject(search: SubjectSearch, key: SubjectKey, isCertain: boolean): void {
  if (!isWanted(search, key)) return;
  const { candidates, limits, cuts } = search;
  const text = subjectKeyText(key);
  const known = candidates.get(text);
  if (known) known.isCertain ||= isCertain;
  else if (candidates.size < limits.maxCandidates) candidates.set(text, { key, isCertain });
  else cuts.add('candidates');
}

/** Takes a goal into the level, unless an equal one was there; a userset that is asked for is a candidate too. */
export function arriveAt(search: SubjectSearch, goal: ListedGoal, into: ListedGoal[]): void {
  const { object, relation, isCertain } = goal;
  if (!markVisited(search, `${objectText(object)}#${relation}`, isCertain)) return;
  offerSubject(search, { ...object, relation }, isCertain);
  into.push(goal);
}

/** Ways on from a goal; relations of the same object that it is computed from go to `computed`. */
export function edgesFrom(
  search: SubjectSearch,
  goal: ListedGoal,
  computed: ListedGoal[],
): SubjectEdge[] {
  const of = search.plan.relation(goal.object.type, goal.relation);
  return of ? edgesThrough(search, goal, of.relation.rewrite, computed) : [];
}

function edgesThrough(
  search: SubjectSearch,
  goal: ListedGoal,
  rewrite: Rewrite,
  computed: ListedGoal[],
): SubjectEdge[] {
  switch (rewrite.kind) {
    case 'this':
      return assignedEdges(search, goal);
    case 'computed':
      arriveAt(search, { ...goal, relation: rewrite.relation }, computed);
      return [];
    case 'tupleToUserset':
      return tuplesetEdges(search, goal, rewrite);
    case 'union':
      return rewrite.children.flatMap((child) => edgesThrough(search, goal, child, computed));
    case 'intersection': {
      const unsure = { ...goal, isCertain: false };
      return rewrite.children.flatMap((child) => edgesThrough(search, unsure, child, computed));
    }
    case 'exclusion':
      return edgesThrough(search, { ...goal, isCertain: false }, rewrite.base, computed);
  }
}

/** Over the tuples of the relation itself: usersets, and subjects that are asked for. */
function assignedEdges(
  search: SubjectSearch,
  { object, relation, isCertain }: ListedGoal,
): SubjectEdge[] {
  const forms = formsOf(search, object.type, relation).filter(
    (f) => f.relation !== '' || isWanted(search, { type: f.type, relation: '' }),
  );
  if (forms.length === 0) return [];
  return [{ kind: 'rows', into: '', isCertain, scan: scanOf(search, object, relation, forms) }];
}

/** Over the objects that a tupleset names, to a relation of theirs. */
function tuplesetEdges(
  search: SubjectSearch,
  { object, isCertain }: ListedGoal,
  { tupleset, computed }: Extract<Rewrite, { kind: 'tupleToUserset' }>,
): SubjectEdge[] {
  const forms = formsOf(search, object.type, tupleset).filter(
    (f) => f.relation === '' && !f.wildcard && search.plan.relation(f.type, computed),
  );
  if (forms.length === 0) return [];
  const scan = scanOf(search, object, tupleset, forms);
  return [{ kind: 'tupleset', into: computed, isCertain, scan }];
}

const formsOf = ({ plan }: SubjectSearch, type: string, relation: string): ScanForm[] => [
  ...(plan.relation(type, relation)?.forms.values() ?? []),
];

const scanOf = (
  { limits, overlay }: SubjectSearch,
  { type: objectType, id: objectId }: ObjectRef,
  relation: string,
  forms: readonly ScanForm[],
): Scan => ({ objectType, objectId, relation, forms, limit: limits.maxFanout + 1 + overlay.extra });
