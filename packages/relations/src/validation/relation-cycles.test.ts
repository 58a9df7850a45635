import { expect, test } from 'vitest';
import { transformer } from '@openfga/syntax-transformer';
import type { ModelJson } from '../language/model-json.ts';
import { languageFindings } from './language-rules.ts';

const findings = (...relations: string[]): string[] => {
  const dsl = `model\n  schema 1.1\ntype user\ntype folder\n  relations\n    define viewer: [user]\ntype document\n  relations\n${relations.map((r) => `    define ${r}`).join('\n')}\n`;
  const model = JSON.parse(JSON.stringify(transformer.transformDSLToJSONObject(dsl))) as ModelJson;
  return languageFindings(model).map(({ path, detail }) => `${path.at(-1)} ${detail}`);
};

test.each<[string[], string[]]>([
  [['viewer: [user] or viewer'], ['viewer is computed from itself: viewer, viewer']],
  [
    ['viewer: [user] or editor', 'editor: [user] or viewer'],
    [
      'viewer is computed from itself: viewer, editor, viewer',
      'editor is computed from itself: editor, viewer, editor',
    ],
  ],
  [
    ['a: [user]', 'viewer: [user] or (a and (a but not viewer))'],
    ['viewer is computed from itself: viewer, viewer'],
  ],
  [
    ['reader: [user] or viewer', 'viewer: [user] or viewer'],
    ['viewer is computed from itself: viewer, viewer'],
  ],
  [['viewer: [user, document#viewer]'], []],
  [['parent: [document]', 'viewer: [user] or viewer from parent'], []],
  [['owner: [user]', 'editor: [user] or owner', 'viewer: owner or editor'], []],
])('%j: %j', (relations, expected) => expect(findings(...relations)).toEqual(expected));
