import { runningTime } from '@platform/kit/async';
import { LRUCache } from 'lru-cache';
import type { ConditionJson, ParameterTypeJson } from '../language/model-json.ts';
import { isRelationName } from '../keys/tuple-key.ts';
import { checkedCondition } from './checked-condition.ts';
import { mergedContext } from './compiled-condition.ts';
import type { CompiledCondition, ConditionOutcome } from './compiled-condition.ts';

/** The name of inline conditions, whose expression is in the tuple's own context, `{ expression, parameters }` (OpenFGA). */
export const inlineName = '$expression';

type Context = Readonly<Record<string, unknown>>;

/** An error in the context of an inline condition; the path is relative to it. */
export interface InlineFault {
  path: (string | number)[];
  detail: string;
}
type Inline = { condition: CompiledCondition } | { fault: InlineFault };

/** `map<list<string>>`; undefined when it is no type. Containers always name the type of their items. */
function parameterTypeOf(text: string): ParameterTypeJson | undefined {
  const [, name, generic] = /^([a-z]+)(?:<(.+)>)?$/.exec(text) ?? [];
  if (name === undefined) return undefined;
  const item = generic === undefined ? undefined : parameterTypeOf(generic);
  if (generic !== undefined && !item) return undefined;
  return {
    type_name: `TYPE_NAME_${name.toUpperCase()}`,
    ...(item ? { generic_types: [item] } : {}),
  };
}

/** The condition in the form of a model's conditions. */
function declared({
  expression,
  parameters = {},
  ...others
}: Context): { json: ConditionJson } | { fault: InlineFault } {
  const wrong = (path: InlineFault['path'], detail: string) => ({ fault: { path, detail } });
  const [other] = Object.keys(others);
  if (other !== undefined)
    return wrong([other], `is not a property of ${inlineName}; values come with the request`);
  if (typeof expression !== 'string' || expression === '')
    return wrong(['expression'], 'must be an expression');
  if (typeof parameters !== 'object' || parameters === null || Array.isArray(parameters))
    return wrong(['parameters'], 'must name the type of each parameter');
  const types: [string, ParameterTypeJson][] = [];
  for (const [name, text] of Object.entries(parameters)) {
    const type = typeof text === 'string' && text.length <= 64 ? parameterTypeOf(text) : undefined;
    if (!isRelationName(name))
      return wrong(
        ['parameters', name],
        'must be a name of at most 50 characters that is not a keyword',
      );
    if (!type) return wrong(['parameters', name], 'must be a type, such as string or list<string>');
    types.push([name, type]);
  }
  return { json: { expression, parameters: Object.fromEntries(types) } };
}

function compile(context: Context): Inline {
  const read = declared(context);
  if ('fault' in read) return read;
  const checked = checkedCondition(inlineName, read.json, { inferred: true });
  if ('condition' in checked) return checked;
  const [fault] = checked.faults;
  return { fault: { path: fault?.path ?? [], detail: fault?.detail ?? '' } };
}

const maxContextLength = 32_768;

// By content: tenants with the same expression share a plan. Sizes are those of texts; a plan takes up to 70 times as much.
const compiled = new LRUCache<string, CompiledCondition>({
  maxSize: 524_288,
  sizeCalculation: (_, key) => key.length,
});
const ofContext = new WeakMap<Context, Inline>();

/** The condition in a tuple's context, or its error. Compiled once, checked like a condition of a model. */
export function inlineCondition(context: Context): Inline {
  const met = ofContext.get(context);
  if (met) return met;
  const key = JSON.stringify(context);
  if (key.length > maxContextLength)
    return { fault: { path: [], detail: `must have at most ${maxContextLength} bytes` } };
  const known = compiled.get(key);
  const inline = known ? { condition: known } : compile(context);
  if ('condition' in inline && !known) compiled.set(key, inline.condition);
  ofContext.set(context, inline);
  return inline;
}

const sliceMs = 10;
const nextTurnOfEventLoop = (): Promise<void> =>
  new Promise((resolve) => {
    setImmediate(resolve);
  });

/**
 * Compiles inline conditions ahead of their use, in slices between which other requests are served; errors are reported when the
 * condition is read. `stop` is called between slices with the CPU milliseconds that compiling has taken so far, and may throw.
 */
export async function compileAhead(
  contexts: Iterable<Context>,
  stop: (spentMs: number) => void = () => undefined,
): Promise<void> {
  let spentMs = 0;
  let began = performance.now();
  let ran = runningTime();
  for (const context of contexts) {
    inlineCondition(context);
    if (performance.now() - began < sliceMs) continue;
    spentMs += ran();
    stop(spentMs);
    await nextTurnOfEventLoop();
    began = performance.now();
    ran = runningTime();
  }
}

/** The contexts of tuples with inline conditions. */
export function* inlineContexts(
  tuples:
    | readonly { condition?: { name: string; context?: Context | undefined } | undefined }[]
    | undefined,
): Generator<Context> {
  for (const { condition } of tuples ?? [])
    if (condition?.name === inlineName && condition.context) yield condition.context;
}

/** The outcome of a tuple's condition for a request's context; undefined when the model has no condition of this name. */
export function conditionOutcome(
  conditions: ReadonlyMap<string, CompiledCondition>,
  tuple: { condition: string; context: Context | undefined },
  request: Context | undefined,
): ConditionOutcome | undefined {
  if (tuple.condition !== inlineName)
    return conditions.get(tuple.condition)?.evaluate(mergedContext(request, tuple.context));
  const inline = inlineCondition(tuple.context ?? {});
  return 'fault' in inline
    ? { failed: [inline.fault.detail] }
    : inline.condition.evaluate(mergedContext(request, undefined));
}
