import type { Tx } from '@platform/kit/database';
import { compileAhead, inlineContexts } from '../conditions/inline-condition.ts';
import type { Models } from '../models/model-cache.ts';
import { readQuestion } from './question-input.ts';
import type { Question } from './question-input.ts';

/** Whether models could answer questions, which are not asked. */
export const modelQuestions = ({
  models,
  limits,
}: {
  models: Models;
  limits: { maxContextualTuples: number };
}) => ({
  /** Whether the store has a model of this id. */
  knows: async (tx: Tx, modelId: string): Promise<boolean> =>
    (await models.find(tx, modelId)) !== undefined,

  /** 422 with every fault of a question. */
  async validate(tx: Tx, modelId: string, question: Question): Promise<void> {
    const model = await models.inUse(tx, undefined, modelId);
    if (model.takesInline) await compileAhead(inlineContexts(question.contextualTuples));
    readQuestion(model, question, '', limits.maxContextualTuples);
  },
});
