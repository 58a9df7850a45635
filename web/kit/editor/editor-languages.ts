import { StreamLanguage } from '@codemirror/language';
import type { Extension } from '@codemirror/state';
import { cssParser } from './css-language.ts';
import { jsonParser } from './json-language.ts';
import { modelParser } from './model-language.ts';

/** `model`: authorization models. `plain`: no colors. */
export type EditorLanguage = 'model' | 'css' | 'json' | 'plain';

const languages: Record<EditorLanguage, Extension> = {
  model: StreamLanguage.define(modelParser),
  css: StreamLanguage.define(cssParser),
  json: StreamLanguage.define(jsonParser),
  plain: [],
};

/** Colors a language. */
export const editorLanguage = (language: EditorLanguage): Extension => languages[language];
