import { LRUCache } from 'lru-cache';
import type { StoreKnowledge } from './store-knowledge.ts';
import type { CompiledModel } from '../models/compiled-model.ts';
import { subjectText } from '../keys/tuple-key.ts';
import type { SubjectRef } from '../keys/tuple-key.ts';
import { planOf } from '../evaluation/model-plan.ts';
import type { SubjectSet } from '../evaluation/subject-set.ts';

/** The usersets that contained a subject in some snapshot. */
export interface KnownClosure {
  readonly set: SubjectSet;
  readonly revision: number;
  readonly notAfter: number;
}

/** Closures that this process keeps. */
export interface ClosureCache {
  /** A closure that is current, as far as this process knows. */
  get(storeKey: string, model: CompiledModel, subject: SubjectRef): KnownClosure | undefined;
  /** True when a closure is that of a snapshot of this revision. */
  isValidAt(
    storeKey: string,
    model: CompiledModel,
    closure: KnownClosure,
    revision: number,
  ): boolean;
  /** Keeps a set that was opened without tuples of a request, in a snapshot read at `began` when the database's time was `now`. */
  put(
    storeKey: string,
    model: CompiledModel,
    subject: SubjectRef,
    set: SubjectSet,
    snapshot: { revision: number; now: number; began: number },
  ): void;
}

/** Keeps closures of at most `maxEntries` usersets together for `ttlMs`; 0 keeps none. */
export function closureCache({
  knowledge,
  ttlMs,
  maxEntries,
  clock = () => performance.now(),
}: {
  knowledge: Pick<StoreKnowledge, 'isUntouchedSince'>;
  ttlMs: number;
  maxEntries: number;
  clock?: () => number;
}): ClosureCache {
  const closures = new LRUCache<string, KnownClosure>({
    maxSize: maxEntries,
    sizeCalculation: ({ set }) => set.keys.length,
  });
  // Ids contain no space, and the subject comes last.
  const keyOf = (storeKey: string, model: CompiledModel, subject: SubjectRef): string =>
    `${storeKey} ${model.id} ${subjectText(subject)}`;
  const isCurrent = (
    storeKey: string,
    model: CompiledModel,
    { revision, notAfter }: KnownClosure,
  ): boolean =>
    clock() < notAfter &&
    knowledge.isUntouchedSince(storeKey, revision, planOf(model).closureRelations);
  return {
    get(storeKey, model, subject) {
      if (ttlMs === 0) return undefined;
      const found = closures.get(keyOf(storeKey, model, subject));
      return found && isCurrent(storeKey, model, found) ? found : undefined;
    },
    isValidAt: (storeKey, model, closure, revision) =>
      closure.revision <= revision && isCurrent(storeKey, model, closure),
    put(storeKey, model, subject, set, { revision, now, began }) {
      const lifeMs = Math.min(ttlMs, (set.expiresAt ?? Infinity) - now);
      if (lifeMs > 0)
        closures.set(keyOf(storeKey, model, subject), { set, revision, notAfter: began + lifeMs });
    },
  };
}
