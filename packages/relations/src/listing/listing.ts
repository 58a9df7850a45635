import { evaluator } from '../evaluation/evaluator.ts';
import type { CheckLimits, CheckQuestion } from '../evaluation/question.ts';
import { endWhen, inTime } from '../reading/timely-reader.ts';
import { unknown, yes } from '../evaluation/truth.ts';
import type { TupleReader } from '../reading/tuple-reader.ts';
import type { CompiledModel } from '../models/compiled-model.ts';

/** Reasons for an incomplete listing. */
const cutReasons = [
  'depth',
  'nodes',
  'fanout',
  'candidates',
  'results',
  'confirmation',
  'deadline',
] as const;
export type CutReason = (typeof cutReasons)[number];

/** Bounds of a listing, inclusive. */
export interface ListLimits {
  maxDepth: number;
  maxNodes: number;
  maxFanout: number;
  maxCandidates: number;
  maxResults: number;
}

export interface ObjectListing {
  found: string[];
  truncatedBy: CutReason[];
}

/** The model, the tuples and the bounds of a listing. */
export interface ListingEnvironment {
  model: CompiledModel;
  reader: TupleReader;
  limits: ListLimits;
  checkLimits: CheckLimits;
  isLate?: () => boolean;
}

/** A possible answer; `isCertain` when it needs no confirmation. */
export interface ObjectCandidate {
  name: string;
  isCertain: boolean;
  question: () => CheckQuestion;
}

const atOnce = 100;

/** The answers among candidates, in the order given: those that are certain, and those that a check confirms. */
export async function confirmCandidates(
  candidates: readonly ObjectCandidate[],
  cuts: Set<CutReason>,
  { model, reader, limits: { maxResults }, checkLimits, isLate = () => false }: ListingEnvironment,
): Promise<ObjectListing> {
  const { check } = evaluator({ model, reader, limits: checkLimits, onLevel: endWhen(isLate) });
  const unsure = candidates.filter((c) => !c.isCertain);
  const confirmed = new Set<ObjectCandidate>();
  const isAnswer = (candidate: ObjectCandidate): boolean =>
    candidate.isCertain || confirmed.has(candidate);
  // In batches, so that a full answer ends the confirming, and the end of the time takes only the rest away.
  for (let i = 0; i < unsure.length; i += atOnce) {
    const batch = unsure.slice(i, i + atOnce);
    const outcomes = await inTime(check(batch.map((c) => c.question())));
    if (!outcomes) {
      cuts.add('deadline');
      break;
    }
    batch.forEach((candidate, n) => {
      if (outcomes[n]?.value === unknown) cuts.add('confirmation');
      if (outcomes[n]?.value === yes) confirmed.add(candidate);
    });
    if (
      candidates.slice(0, candidates.indexOf(batch.at(-1) as ObjectCandidate) + 1).filter(isAnswer)
        .length > maxResults
    )
      break;
  }
  const found = candidates.filter(isAnswer).map((c) => c.name);
  if (found.length > maxResults) cuts.add('results');
  return {
    found: found.slice(0, maxResults),
    truncatedBy: cutReasons.filter((reason) => cuts.has(reason)),
  };
}
