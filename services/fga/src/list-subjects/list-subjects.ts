import { contextualTuples } from '../evaluation/contextual-tuples.ts';
import type { MemoryTuple } from '../reading/memory-reader.ts';
import { planOf } from '../evaluation/model-plan.ts';
import { inTime } from '../reading/timely-reader.ts';
import { bySubject, subjectKeyText } from '../reading/tuple-reader.ts';
import type { FoundTuple, Scan, SubjectKey } from '../reading/tuple-reader.ts';
import { confirmCandidates } from '../list-objects/listing.ts';
import type { CutReason, ObjectListing, ListingSurroundings } from '../list-objects/listing.ts';
import type { Rewrite } from '../models/compiled-model.ts';
import { objectText } from '../language/tuple-key.ts';
import type { ObjectRef, SubjectRef } from '../language/tuple-key.ts';

/** A question; types and relations exist in the model. */
export interface ListSubjectsQuestion {
  object: ObjectRef;
  relation: string;
  filters: readonly { type: string; relation?: string | undefined }[];
  context?: Record<string, unknown> | undefined;
  contextual?: readonly MemoryTuple[] | undefined;
}

interface Goal {
  object: ObjectRef;
  relation: string;
  clean: boolean;
}
interface Way {
  kind: 'rows' | 'tupleset';
  scan: Scan;
  into: string;
  clean: boolean;
}

const refOf = ({ type, id, relation }: SubjectKey): SubjectRef => ({
  type,
  id,
  wildcard: id === '*' && relation === '',
  ...(relation === '' ? {} : { relation }),
});

/** Which subjects of these types has the relation? Breadth first from the object; what is not certain is confirmed. */
export async function listSubjects(
  question: ListSubjectsQuestion,
  surroundings: ListingSurroundings,
): Promise<ObjectListing> {
  const { model, reader, limits, isLate = () => false } = surroundings;
  const plan = planOf(model);
  const overlay = contextualTuples(question.contextual ?? []);
  const wanted = (key: SubjectKey): boolean =>
    question.filters.some((f) => f.type === key.type && (f.relation ?? '') === key.relation);
  const cuts = new Set<CutReason>();
  const candidates = new Map<string, { key: SubjectKey; clean: boolean }>();
  const visited = new Set<string>();
  const limit = limits.maxFanout + 1 + overlay.extra;
  let reads = 0;

  function offer(key: SubjectKey, clean: boolean): void {
    if (!wanted(key)) return;
    const text = subjectKeyText(key);
    const known = candidates.get(text);
    if (known) known.clean ||= clean;
    else if (candidates.size < limits.maxCandidates) candidates.set(text, { key, clean });
    else cuts.add('candidates');
  }
  function arrive(goal: Goal, into: Goal[]): void {
    const text = `${objectText(goal.object)}#${goal.relation}`;
    if (visited.has(`${text} clean`) || (!goal.clean && visited.has(text))) return;
    visited.add(goal.clean ? `${text} clean` : text);
    offer({ ...goal.object, relation: goal.relation }, goal.clean);
    into.push(goal);
  }
  function waysOf({ object, relation, clean }: Goal, computed: Goal[]): Way[] {
    const of = plan.relation(object.type, relation);
    const ways: Way[] = [];
    const at = { objectType: object.type, objectId: object.id, limit };
    const walk = (rewrite: Rewrite, still: boolean): void => {
      switch (rewrite.kind) {
        case 'this': {
          const forms = [...(of?.forms.values() ?? [])].filter(
            (f) => f.relation !== '' || wanted({ type: f.type, id: '', relation: '' }),
          );
          if (forms.length > 0)
            ways.push({ kind: 'rows', into: '', clean: still, scan: { ...at, relation, forms } });
          return;
        }
        case 'computed':
          return void arrive({ object, relation: rewrite.relation, clean: still }, computed);
        case 'tupleToUserset': {
          const forms = [
            ...(plan.relation(object.type, rewrite.tupleset)?.forms.values() ?? []),
          ].filter(
            (f) => f.relation === '' && !f.wildcard && plan.relation(f.type, rewrite.computed),
          );
          if (forms.length > 0)
            ways.push({
              kind: 'tupleset',
              into: rewrite.computed,
              clean: still,
              scan: { ...at, relation: rewrite.tupleset, forms },
            });
          return;
        }
        case 'union':
          return rewrite.children.forEach((child) => walk(child, still));
        case 'intersection':
          return rewrite.children.forEach((child) => walk(child, false));
        case 'exclusion':
          return walk(rewrite.base, false);
      }
    };
    if (of) walk(of.relation.rewrite, clean);
    return ways;
  }

  let frontier: Goal[] = [];
  arrive({ object: question.object, relation: question.relation, clean: true }, frontier);
  for (let depth = 0; frontier.length > 0; depth++) {
    if (isLate()) {
      cuts.add('deadline');
      break;
    }
    if (depth > limits.maxDepth) {
      cuts.add('depth');
      break;
    }
    const goals = frontier;
    const ways: Way[] = [];
    // Computed relations join the level that they are met in.
    for (const goal of goals) ways.push(...waysOf(goal, goals));
    const taken = ways.slice(0, limits.maxNodes - reads);
    if (taken.length < ways.length) cuts.add('nodes');
    reads += taken.length;
    const rows =
      taken.length === 0
        ? []
        : (
            await inTime(
              reader.level({ probes: [], subjects: [], scans: taken.map((w) => w.scan) }),
            )
          )?.scans;
    if (!rows) {
      cuts.add('deadline');
      break;
    }
    frontier = [];
    const next = frontier;
    taken.forEach((way, i) => follow(way, rows[i] ?? [], next));
  }

  function follow(way: Way, stored: readonly FoundTuple[], next: Goal[]): void {
    const rows = overlay.overScan(stored, way.scan);
    if (rows.length > limits.maxFanout) cuts.add('fanout');
    for (const tuple of rows.slice(0, limits.maxFanout)) {
      const clean = way.clean && tuple.condition === undefined && tuple.expiresAt === undefined;
      if (way.kind === 'tupleset')
        arrive({ object: { type: tuple.type, id: tuple.id }, relation: way.into, clean }, next);
      else if (tuple.relation !== '')
        arrive(
          { object: { type: tuple.type, id: tuple.id }, relation: tuple.relation, clean },
          next,
        );
      else offer({ type: tuple.type, id: tuple.id, relation: '' }, clean);
    }
  }

  const sorted = [...candidates.values()].sort((a, b) => bySubject(a.key, b.key));
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
    cuts,
    surroundings,
  );
}
