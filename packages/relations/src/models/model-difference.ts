import type { ModelValidationResult } from '@platform/contracts';
import { canonicalJson } from '@platform/kit/formats';
import type { ModelJson } from '../language/model-json.ts';

type Change = ModelValidationResult['changes'][number];

/** A definition: what it consists of, and its text in the language, where that has words for it. */
interface Definition {
  kind: Change['kind'];
  content: string;
  text: string | undefined;
}

/** The definitions that a printed model contains, by name. */
function textsOf(dsl: string): Map<string, string> {
  const texts = new Map<string, string>();
  let type = '';
  let condition: string | undefined;
  for (const line of dsl.split('\n')) {
    const [, word, name] = /^\s*(type|define|condition) ([^\s:(]+)/.exec(line) ?? [];
    if (word === 'type') type = name ?? '';
    if (word === 'define') texts.set(`${type}#${name}`, line.trim());
    if (word === 'condition') texts.set((condition = `condition ${name}`), line);
    else if (condition !== undefined) texts.set(condition, `${texts.get(condition)}\n${line}`);
    if (line.startsWith('}')) condition = undefined;
  }
  return texts;
}

function definitionsOf(model: ModelJson, dsl: string): Map<string, Definition> {
  const texts = textsOf(dsl);
  const definitions = new Map<string, Definition>();
  for (const { type, relations = {}, metadata } of model.type_definitions) {
    definitions.set(type, { kind: 'type', content: '', text: `type ${type}` });
    for (const [name, userset] of Object.entries(relations)) {
      const restrictions = metadata?.relations?.[name]?.directly_related_user_types ?? [];
      const content = canonicalJson({ userset, restrictions });
      const text = texts.get(`${type}#${name}`);
      definitions.set(`${type}#${name}`, { kind: 'relation', content, text });
    }
  }
  for (const [name, condition] of Object.entries(model.conditions ?? {}))
    definitions.set(`condition ${name}`, {
      kind: 'condition',
      content: canonicalJson(condition),
      text: texts.get(`condition ${name}`),
    });
  return definitions;
}

interface PrintedModel {
  model: ModelJson;
  dsl: string;
}

/** Lists what a model changes, definition by definition, in the order of the model and then of what it removes. */
export function modelDifference(before: PrintedModel | undefined, after: PrintedModel): Change[] {
  const old = before ? definitionsOf(before.model, before.dsl) : new Map<string, Definition>();
  const now = definitionsOf(after.model, after.dsl);
  const names = new Set([...now.keys(), ...old.keys()]);
  return [...names].flatMap((key): Change[] => {
    const [was, is] = [old.get(key), now.get(key)];
    if (was && is && was.content === is.content) return [];
    const { kind } = (is ?? was) as Definition;
    return [
      {
        name: key.replace(/^condition /, ''),
        kind,
        change: was && is ? 'changed' : is ? 'added' : 'removed',
        ...(was?.text === undefined ? {} : { before: was.text }),
        ...(is?.text === undefined ? {} : { after: is.text }),
      },
    ];
  });
}
