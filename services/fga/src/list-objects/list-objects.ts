import { subjectKey } from '../reading/memory-reader.ts';
import type { MemoryTuple } from '../reading/memory-reader.ts';
import { inTime } from '../reading/timely-reader.ts';
import { byBytes } from '../language/byte-order.ts';
import { subjectKeyText } from '../reading/tuple-reader.ts';
import type { FoundObject, ReverseLookup, SubjectKey } from '../reading/tuple-reader.ts';
import { keyText } from '../language/tuple-key.ts';
import type { SubjectRef } from '../language/tuple-key.ts';
import { confirmCandidates } from './listing.ts';
import type { CutReason, ObjectListing, ListingSurroundings } from './listing.ts';
import { reverseEdges } from './reverse-edges.ts';

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
  clean: boolean;
}
interface Lookup extends ReverseLookup {
  into: string;
  clean: boolean;
}

/** Which objects of a type does the relation let this subject have? Breadth first from the subject; what is not certain is confirmed. */
export async function listObjects(
  question: ListObjectsQuestion,
  surroundings: ListingSurroundings,
): Promise<ObjectListing> {
  const { model, reader, limits, isLate = () => false } = surroundings;
  const edges = reverseEdges(model, question.type, question.relation);
  const cuts = new Set<CutReason>();
  const contextual = question.contextual ?? [];
  const candidates = new Map<string, boolean>();
  const visited = new Set<string>();
  const asked = new Set<string>();
  let lookups = 0;

  function contextualOver(lookup: ReverseLookup, stored: FoundObject[]): FoundObject[] {
    if (contextual.length === 0) return stored;
    const hidden = new Set(contextual.map(keyText));
    const text = subjectKeyText(lookup.subject);
    const added = contextual.filter(
      (t) =>
        t.object.type === lookup.objectType &&
        t.relation === lookup.relation &&
        subjectKeyText(subjectKey(t.subject)) === text &&
        lookup.conditions.includes(t.condition?.name),
    );
    return [
      ...stored.filter(
        (o) => !hidden.has(`${lookup.objectType}:${o.id}#${lookup.relation}@${text}`),
      ),
      ...added.map((t) => ({
        id: t.object.id,
        condition: t.condition?.name,
        expires: t.expiresAt !== undefined,
      })),
    ].sort((a, b) => byBytes(a.id, b.id));
  }

  /** Takes a node, and what is computed from it; says which of them are new. */
  function arrive(node: Node): Node[] {
    const fresh: Node[] = [];
    const waiting = [node];
    for (let at = waiting.pop(); at; at = waiting.pop()) {
      const text = subjectKeyText(at.key);
      if (visited.has(`${text} clean`) || (!at.clean && visited.has(text))) continue;
      visited.add(at.clean ? `${text} clean` : text);
      fresh.push(at);
      if (at.key.type === question.type && at.key.relation === question.relation) {
        if (candidates.has(at.key.id) || candidates.size < limits.maxCandidates)
          candidates.set(at.key.id, at.clean || candidates.get(at.key.id) === true);
        else cuts.add('candidates');
      }
      for (const edge of edges.computed(at.key.type, at.key.relation))
        waiting.push({
          key: { ...at.key, relation: edge.relation },
          clean: at.clean && edge.clean,
        });
    }
    return fresh;
  }

  const limit = limits.maxFanout + 1 + contextual.length;
  function lookupsFrom({ key, clean }: Node): Lookup[] {
    const direct = edges.direct(key).map((edge): Lookup => ({
      subject: key,
      relation: edge.relation,
      objectType: edge.type,
      conditions: edge.conditions,
      limit,
      into: edge.relation,
      clean: clean && edge.clean,
    }));
    const object = { type: key.type, id: key.id, relation: '' };
    const tuplesets =
      key.relation === ''
        ? []
        : edges.tuplesets(key.type, key.relation).map((edge): Lookup => ({
            subject: object,
            relation: edge.tupleset,
            objectType: edge.type,
            conditions: edge.conditions,
            limit,
            into: edge.relation,
            clean: clean && edge.clean,
          }));
    return [...direct, ...tuplesets];
  }

  const start = subjectKey(question.subject);
  let frontier =
    start.relation === '' ? [{ key: start, clean: true }] : arrive({ key: start, clean: true });
  if (start.relation === '' && !question.subject.wildcard)
    frontier.push({ key: { ...start, id: '*' }, clean: true });
  for (let depth = 0; frontier.length > 0; depth++) {
    const next = frontier.flatMap(lookupsFrom).filter((l) => {
      const text = `${subjectKeyText(l.subject)} ${l.relation} ${l.objectType} ${l.into} ${l.clean}`;
      return !asked.has(text) && asked.add(text);
    });
    if (next.length === 0) break;
    if (isLate()) {
      cuts.add('deadline');
      break;
    }
    if (depth > limits.maxDepth) {
      cuts.add('depth');
      break;
    }
    const taken = next.slice(0, limits.maxNodes - lookups);
    if (taken.length < next.length) cuts.add('nodes');
    lookups += taken.length;
    const rows = taken.length === 0 ? [] : await inTime(reader.reverse(taken));
    if (!rows) {
      cuts.add('deadline');
      break;
    }
    frontier = [];
    taken.forEach((lookup, i) => {
      const rowsOf = contextualOver(lookup, rows[i] ?? []);
      if (rowsOf.length > limits.maxFanout) cuts.add('fanout');
      for (const found of rowsOf.slice(0, limits.maxFanout)) {
        const clean = lookup.clean && found.condition === undefined && !found.expires;
        frontier.push(
          ...arrive({
            key: { type: lookup.objectType, id: found.id, relation: lookup.into },
            clean,
          }),
        );
      }
    });
  }
  const sorted = [...candidates].sort(([a], [b]) => byBytes(a, b));
  return confirmCandidates(
    sorted.map(([id, isCertain]) => ({
      name: id,
      isCertain,
      question: () => ({ ...question, object: { type: question.type, id } }),
    })),
    cuts,
    surroundings,
  );
}
