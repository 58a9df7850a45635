import { subjectKey } from '../reading/memory-reader.ts';
import type { MemoryTuple } from '../reading/memory-reader.ts';
import { inTime } from '../reading/timely-reader.ts';
import { byBytes } from '../keys/byte-order.ts';
import { subjectKeyText } from '../reading/tuple-reader.ts';
import type { FoundObject, ReverseLookup, SubjectKey } from '../reading/tuple-reader.ts';
import { keyText } from '../keys/tuple-key.ts';
import type { SubjectRef } from '../keys/tuple-key.ts';
import { confirmCandidates } from './listing.ts';
import type { ListingEnvironment, ObjectListing } from './listing.ts';
import { endsBefore, listingSearch, markVisited, takeLookups, takeRows } from './listing-search.ts';
import type { ListingSearch } from './listing-search.ts';
import { reverseEdges } from './reverse-edges.ts';
import type { ReverseEdges } from './reverse-edges.ts';

/** A question; the type and the relation exist in the model. */
export interface ListObjectsQuestion {
  subject: SubjectRef;
  relation: string;
  type: string;
  context?: Record<string, unknown> | undefined;
  contextual?: readonly MemoryTuple[] | undefined;
}

interface Node {
  key: SubjectKey;
  isCertain: boolean;
}
interface Lookup extends ReverseLookup {
  into: string;
  isCertain: boolean;
}

interface ObjectSearch extends ListingSearch {
  question: ListObjectsQuestion;
  edges: ReverseEdges;
  contextual: readonly MemoryTuple[];
  /** Keys of stored tuples that contextual ones replace. */
  hidden: ReadonlySet<string>;
  /** Objects of the type, and whether nothing on the way to them has to be confirmed. */
  candidates: Map<string, boolean>;
  asked: Set<string>;
}

/** Lists the objects of a type that a subject has a relation to: breadth first from the subject, uncertain candidates confirmed by checks. */
export async function listObjects(
  question: ListObjectsQuestion,
  environment: ListingEnvironment,
): Promise<ObjectListing> {
  const contextual = question.contextual ?? [];
  const search: ObjectSearch = {
    ...listingSearch(environment),
    question,
    edges: reverseEdges(environment.model, question.type, question.relation),
    contextual,
    hidden: new Set(contextual.map(keyText)),
    candidates: new Map(),
    asked: new Set(),
  };
  await findCandidates(search);
  const sorted = [...search.candidates].sort(([a], [b]) => byBytes(a, b));
  return confirmCandidates(
    sorted.map(([id, isCertain]) => ({
      name: id,
      isCertain,
      question: () => ({ ...question, object: { type: question.type, id } }),
    })),
    search.cuts,
    environment,
  );
}

async function findCandidates(search: ObjectSearch): Promise<void> {
  let frontier = startNodes(search);
  for (let depth = 0; frontier.length > 0; depth++) {
    const lookups = frontier
      .flatMap((node) => lookupsFrom(search, node))
      .filter((lookup) => isNewLookup(search, lookup));
    if (lookups.length === 0 || endsBefore(search, depth)) return;
    const taken = takeLookups(search, lookups);
    const rows = taken.length === 0 ? [] : await inTime(search.reader.reverse(taken));
    if (!rows) return void search.cuts.add('deadline');
    frontier = taken.flatMap((lookup, i) => follow(search, lookup, rows[i] ?? []));
  }
}

/** The subject and the wildcard of its type; a userset and the relations computed from it. */
function startNodes(search: ObjectSearch): Node[] {
  const { subject } = search.question;
  const key = subjectKey(subject);
  const start = { key, isCertain: true };
  if (key.relation !== '') return arrive(search, start);
  return subject.wildcard ? [start] : [start, { key: { ...key, id: '*' }, isCertain: true }];
}

/** Visits a node and the relations computed from it; returns the new ones. */
function arrive(search: ObjectSearch, node: Node): Node[] {
  const fresh: Node[] = [];
  const waiting = [node];
  for (let at = waiting.pop(); at; at = waiting.pop()) {
    const { key, isCertain } = at;
    if (!markVisited(search, subjectKeyText(key), isCertain)) continue;
    fresh.push(at);
    offer(search, at);
    for (const edge of search.edges.computed(key.type, key.relation))
      waiting.push({
        key: { ...key, relation: edge.relation },
        isCertain: isCertain && edge.isCertain,
      });
  }
  return fresh;
}

/** A node of the relation that is asked for is a candidate. */
function offer(
  { question, candidates, limits, cuts }: ObjectSearch,
  { key, isCertain }: Node,
): void {
  if (key.type !== question.type || key.relation !== question.relation) return;
  if (candidates.has(key.id) || candidates.size < limits.maxCandidates)
    candidates.set(key.id, isCertain || candidates.get(key.id) === true);
  else cuts.add('candidates');
}

function lookupsFrom(
  { edges, limits, contextual }: ObjectSearch,
  { key, isCertain }: Node,
): Lookup[] {
  const limit = limits.maxFanout + 1 + contextual.length;
  const direct = edges.direct(key).map((edge): Lookup => ({
    subject: key,
    relation: edge.relation,
    objectType: edge.type,
    conditions: edge.conditions,
    limit,
    into: edge.relation,
    isCertain: isCertain && edge.isCertain,
  }));
  if (key.relation === '') return direct;
  const object = { type: key.type, id: key.id, relation: '' };
  const tuplesets = edges.tuplesets(key.type, key.relation).map((edge): Lookup => ({
    subject: object,
    relation: edge.tupleset,
    objectType: edge.type,
    conditions: edge.conditions,
    limit,
    into: edge.relation,
    isCertain: isCertain && edge.isCertain,
  }));
  return [...direct, ...tuplesets];
}

function isNewLookup(
  { asked }: ObjectSearch,
  { subject, relation, objectType, into, isCertain }: Lookup,
): boolean {
  const text = `${subjectKeyText(subject)} ${relation} ${objectType} ${into} ${isCertain}`;
  if (asked.has(text)) return false;
  asked.add(text);
  return true;
}

/** Nodes that the rows of a lookup lead to. */
function follow(search: ObjectSearch, lookup: Lookup, stored: FoundObject[]): Node[] {
  const rows = takeRows(search, contextualOver(search, lookup, stored));
  return rows.flatMap(({ id, condition, expires }) =>
    arrive(search, {
      key: { type: lookup.objectType, id, relation: lookup.into },
      isCertain: lookup.isCertain && condition === undefined && !expires,
    }),
  );
}

/** The rows of a lookup, with contextual tuples in place of stored ones with the same key. */
function contextualOver(
  { contextual, hidden }: ObjectSearch,
  lookup: ReverseLookup,
  stored: FoundObject[],
): FoundObject[] {
  if (contextual.length === 0) return stored;
  const text = subjectKeyText(lookup.subject);
  const added = contextual.filter(
    (t) =>
      t.object.type === lookup.objectType &&
      t.relation === lookup.relation &&
      subjectKeyText(subjectKey(t.subject)) === text &&
      lookup.conditions.includes(t.condition?.name),
  );
  return [
    ...stored.filter((o) => !hidden.has(`${lookup.objectType}:${o.id}#${lookup.relation}@${text}`)),
    ...added.map((t) => ({
      id: t.object.id,
      condition: t.condition?.name,
      expires: t.expiresAt !== undefined,
    })),
  ].sort((a, b) => byBytes(a.id, b.id));
}
