import { createHash } from 'node:crypto';
import { problem } from '@platform/kit/problem';
import { canonicalJson } from '@platform/kit/formats';
import type { DslWorker } from '../language/dsl-worker.ts';
import { refusalOf } from '../language/finding.ts';
import type { Finding } from '../language/finding.ts';
import { readModel } from '../language/model-form.ts';
import type { ModelJson } from '../language/model-json.ts';
import { languageFindings } from './language-rules.ts';
import { conditionFindings, countFindings, nameFindings, nestingFindings } from './model-rules.ts';
import type { ModelLimits } from './model-rules.ts';

/** A model that keeps every rule. `checksum` is the SHA-256 of its canonical JSON (RFC 8785), `bytes` its length. */
export interface CheckedModel {
  model: ModelJson;
  checksum: string;
  bytes: number;
}

/** Reads a model in either form and checks it, stage by stage; all findings of one stage are answered together. */
export async function readCheckedModel(
  input: { dsl?: string | undefined; model?: unknown },
  worker: DslWorker,
  limits: ModelLimits,
): Promise<CheckedModel> {
  const source = input.dsl === undefined ? 'model' : 'dsl';
  // As a relation's name it would not survive the parser's objects.
  if (input.dsl?.includes('__proto__')) {
    const detail = '__proto__ is a reserved name';
    throw problem('validation_failed', {
      detail,
      errors: [{ pointer: '/dsl', code: 'reserved', detail }],
    });
  }
  const { model, findings } = readModel(
    input.dsl === undefined ? input.model : await worker.parse(input.dsl),
  );
  const refuse = (
    found: readonly Finding[],
    code: 'validation_failed' | 'limit_exceeded' = 'validation_failed',
  ): void => {
    if (found.length > 0) throw refusalOf(found, source, model.type_definitions, code);
  };
  refuse(findings);
  const canonical = canonicalJson(model);
  const bytes = Buffer.byteLength(canonical);
  if (bytes > limits.maxModelBytes)
    refuse(
      [
        {
          path: [],
          code: 'max_model_bytes',
          detail: `must have at most ${limits.maxModelBytes} bytes; it has ${bytes}`,
        },
      ],
      'limit_exceeded',
    );
  refuse(nameFindings(model));
  refuse(countFindings(model, limits), 'limit_exceeded');
  refuse(nestingFindings(model, limits), 'limit_exceeded');
  refuse(languageFindings(model));
  refuse(conditionFindings(model));
  return { model, bytes, checksum: createHash('sha256').update(canonical).digest('hex') };
}
