import { contextualTuples } from '../evaluation/contextual-tuples.ts';
import { planOf } from '../evaluation/model-plan.ts';
import type { SubjectRef } from '../keys/tuple-key.ts';
import { confirmCandidates } from './listing.ts';
import type { ListingEnvironment, ObjectListing } from './listing.ts';
import { endsBefore, listingSearch, takeLookups, takeRows } from './listing-search.ts';
import { inTime } from '../reading/timely-reader.ts';
import { bySubject, subjectKeyText } from '../reading/tuple-reader.ts';
import type { FoundTuple, SubjectKey } from '../reading/tuple-reader.ts';
import { arriveAt, offerSubject, edgesFrom } from './subject-edges.ts';
import type {
  ListedGoal,
  ListSubjectsQuestion,
  SubjectSearch,
  SubjectEdge,
} from './subject-edges.ts';

/** Lists the subjects of these types that have a relation: breadth first from the object, uncertain candidates confirmed by checks. */
export async function listSubjects(
  question: ListSubjectsQuestion,
  environment: ListingEnvironment,
): Promise<ObjectListing> {
  const search: SubjectSearch = {
    ...listingSearch(environment),
    question,
    plan: planOf(environment.model),
    overlay: contextualTuples(question.contextual ?? []),
    candidates: new Map(),
  };
  await findCandidates(search);
  const sorted = [...search.candidates.values()].sort((a, b) => bySubject(a.key, b.key));
  return confirmCandidates(
    sorted.map(({ key, isCertain }) => ({
      name: subjectKeyText(key),
      isCertain: isCertain,
      question: () => ({
        subject: refOf(key),
        relation: question.relation,
        object: question.object,
        context: question.context,
        contextual: question.contextual,
      }),
    })),
    search.cuts,
    environment,
  );
}

async function findCandidates(search: SubjectSearch): Promise<void> {
  const { object, relation } = search.question;
  let frontier: ListedGoal[] = [];
  arriveAt(search, { object, relation, isCertain: true }, frontier);
  for (let depth = 0; frontier.length > 0; depth++) {
    if (endsBefore(search, depth)) return;
    const goals = frontier;
    const edges: SubjectEdge[] = [];
    // Computed relations join the level that they are met in.
    for (const goal of goals) edges.push(...edgesFrom(search, goal, goals));
    const taken = takeLookups(search, edges);
    const rows = await rowsOf(search, taken);
    if (!rows) return void search.cuts.add('deadline');
    const next: ListedGoal[] = [];
    taken.forEach((edge, i) => follow(search, edge, rows[i] ?? [], next));
    frontier = next;
  }
}

/** The rows of each edge; undefined after the deadline. */
async function rowsOf(
  { reader }: SubjectSearch,
  edges: readonly SubjectEdge[],
): Promise<FoundTuple[][] | undefined> {
  if (edges.length === 0) return [];
  const scans = edges.map((edge) => edge.scan);
  return (await inTime(reader.level({ probes: [], subjects: [], scans })))?.scans;
}

/** Takes the rows of an edge: subjects are candidates, the rest are goals of the next level. */
function follow(
  search: SubjectSearch,
  edge: SubjectEdge,
  stored: readonly FoundTuple[],
  next: ListedGoal[],
): void {
  for (const tuple of takeRows(search, search.overlay.overScan(stored, edge.scan))) {
    const { type, id } = tuple;
    const isCertain =
      edge.isCertain && tuple.condition === undefined && tuple.expiresAt === undefined;
    const relation = edge.kind === 'tupleset' ? edge.into : tuple.relation;
    if (relation === '') offerSubject(search, { type, id, relation }, isCertain);
    else arriveAt(search, { object: { type, id }, relation, isCertain }, next);
  }
}

const refOf = ({ type, id, relation }: SubjectKey): SubjectRef => ({
  type,
  id,
  wildcard: id === '*' && relation === '',
  ...(relation === '' ? {} : { relation }),
});
