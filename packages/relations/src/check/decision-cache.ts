import { createHash } from 'node:crypto';
import { canonicalJson } from '@platform/kit/formats';
import { LRUCache } from 'lru-cache';
import type { StoreKnowledge } from './store-knowledge.ts';
import type { CompiledModel } from '../models/compiled-model.ts';
import { keyText, objectText, subjectText } from '../keys/tuple-key.ts';
import type { CheckQuestion } from '../evaluation/question.ts';
import { dependenciesOf } from '../evaluation/dependencies.ts';

interface Decision {
  allowed: boolean;
  revision: number;
  notAfter: number;
  relations: ReadonlySet<string>;
}

/** The cache entry of one question. */
export interface DecisionEntry {
  /** A digest over everything that can change the answer. */
  key(): string;
  /** The decision, unless it is of a revision beyond `atMost`. */
  get(atMost?: number): boolean | undefined;
  /** Keeps a decision of a snapshot that was read at `began` (the cache's clock) when the database's time was `now`. */
  put(
    decision: { allowed: boolean; expiresAt: number | undefined },
    snapshot: { revision: number; now: number; began: number },
  ): void;
}

/** Decisions that this process keeps. */
export interface DecisionCache {
  readonly isOn: boolean;
  entry(storeKey: string, model: CompiledModel, question: CheckQuestion): DecisionEntry;
}

/** Each part is preceded by its length, so that no two questions have the same input. */
function keyOf(
  storeKey: string,
  model: CompiledModel,
  { subject, relation, object, context, contextual = [] }: CheckQuestion,
): string {
  const hash = createHash('sha256');
  const tuples = contextual
    .map((t) => canonicalJson([keyText(t), t.condition ?? null, t.expiresAt ?? null]))
    .sort();
  for (const part of [
    storeKey,
    model.id,
    objectText(object),
    relation,
    subjectText(subject),
    context ? canonicalJson(context) : '',
    ...tuples,
  ]) {
    hash.update(`${Buffer.byteLength(part)}:`).update(part);
  }
  return hash.digest('base64');
}

/** Keeps at most `maxEntries` decisions for `ttlMs`; 0 keeps none. */
export function decisionCache({
  knowledge,
  ttlMs,
  maxEntries,
  clock = () => performance.now(),
}: {
  knowledge: Pick<StoreKnowledge, 'isUntouchedSince'>;
  ttlMs: number;
  maxEntries: number;
  clock?: () => number;
}): DecisionCache {
  const decisions = new LRUCache<string, Decision>({ max: maxEntries });
  return {
    isOn: ttlMs > 0,
    entry(storeKey, model, question) {
      let made: string | undefined;
      const key = (): string => (made ??= keyOf(storeKey, model, question));
      return {
        key,
        get(atMost = Infinity) {
          if (ttlMs === 0) return undefined;
          const found = decisions.get(key());
          if (
            !found ||
            found.revision > atMost ||
            clock() >= found.notAfter ||
            !knowledge.isUntouchedSince(storeKey, found.revision, found.relations)
          )
            return undefined;
          return found.allowed;
        },
        put({ allowed, expiresAt }, { revision, now, began }) {
          const firstContextual = Math.min(
            ...(question.contextual ?? []).map((t) => t.expiresAt ?? Infinity),
          );
          const lifeMs = Math.min(ttlMs, Math.min(expiresAt ?? Infinity, firstContextual) - now);
          if (lifeMs <= 0) return;
          decisions.set(key(), {
            allowed,
            revision,
            notAfter: began + lifeMs,
            relations: dependenciesOf(model, question.object.type, question.relation),
          });
        },
      };
    },
  };
}
