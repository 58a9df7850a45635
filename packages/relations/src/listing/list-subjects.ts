import { contextualTuples } from '../evaluation/contextual-tuples.ts';
import { planOf } from '../evaluation/model-plan.ts';
import type { SubjectRef } from '../keys/tuple-key.ts';
import { confirmCandidates } from './listing.ts';
import type { ListingSurroundings, ObjectListing } from './listing.ts';
import { endsBefore, listingSearch, takeLookups, takeRows } from './listing-search.ts';
import { inTime } from '../reading/timely-reader.ts';
import { bySubject, subjectKeyText } from '../reading/tuple-reader.ts';
import type { FoundTuple, SubjectKey } from '../reading/tuple-reader.ts';
import { arriveAt, offerSubject, waysOf } from './subject-ways.ts';
import type {
  ListedGoal,
  ListSubjectsQuestion,
  SubjectSearch,
  SubjectWay,
} from './subject-ways.ts';

/** Which subjects of these types has the relation? Breadth first from the object; what is not certain is confirmed. */
export async function listSubjects(
  question: ListSubjectsQuestion,
  surroundings: ListingSurroundings,
): Promise<ObjectListing> {
  const search: SubjectSearch = {
    ...listingSearch(surroundings),
    question,
    plan: planOf(surroundings.model),
    overlay: contextualTuples(question.contextual ?? []),
    candidates: new Map(),
  };
  await findCandidates(search);
  const sorted = [...search.candidates.values()].sort((a, b) => bySubject(a.key, b.key));
  return confirmCandidates(
    sorted.map(({ key, clean }) => ({
      name: subjectKeyText(key),
      isCertain: clean,
      question: () => ({
        subject: refOf(key),
        relation: question.relation,
        object: question.object,
        context: question.context,
        contextual: question.contextual,
      }),
    })),
    search.cuts,
    surroundings,
  );
}

async function findCandidates(search: SubjectSearch): Promise<void> {
  const { object, relation } = search.question;
  let frontier: ListedGoal[] = [];
  arriveAt(search, { object, relation, clean: true }, frontier);
  for (let depth = 0; frontier.length > 0; depth++) {
    if (endsBefore(search, depth)) return;
    const goals = frontier;
    const ways: SubjectWay[] = [];
    // Computed relations join the level that they are met in.
    for (const goal of goals) ways.push(...waysOf(search, goal, goals));
    const taken = takeLookups(search, ways);
    const rows = await rowsOf(search, taken);
    if (!rows) return void search.cuts.add('deadline');
    const next: ListedGoal[] = [];
    taken.forEach((way, i) => follow(search, way, rows[i] ?? [], next));
    frontier = next;
  }
}

/** Rows of each way; undefined when the time is over. */
async function rowsOf(
  { reader }: SubjectSearch,
  ways: readonly SubjectWay[],
): Promise<FoundTuple[][] | undefined> {
  if (ways.length === 0) return [];
  const scans = ways.map((way) => way.scan);
  return (await inTime(reader.level({ probes: [], subjects: [], scans })))?.scans;
}

/** Takes the rows of a way: subjects are candidates, the rest are goals of the next level. */
function follow(
  search: SubjectSearch,
  way: SubjectWay,
  stored: readonly FoundTuple[],
  next: ListedGoal[],
): void {
  for (const tuple of takeRows(search, search.overlay.overScan(stored, way.scan))) {
    const { type, id } = tuple;
    const clean = way.clean && tuple.condition === undefined && tuple.expiresAt === undefined;
    const relation = way.kind === 'tupleset' ? way.into : tuple.relation;
    if (relation === '') offerSubject(search, { type, id, relation }, clean);
    else arriveAt(search, { object: { type, id }, relation, clean }, next);
  }
}

const refOf = ({ type, id, relation }: SubjectKey): SubjectRef => ({
  type,
  id,
  wildcard: id === '*' && relation === '',
  ...(relation === '' ? {} : { relation }),
});
