import highlighter from 'highlight.js/lib/core';
import bash from 'highlight.js/lib/languages/bash';
import go from 'highlight.js/lib/languages/go';
import ini from 'highlight.js/lib/languages/ini';
import json from 'highlight.js/lib/languages/json';
import kotlin from 'highlight.js/lib/languages/kotlin';
import python from 'highlight.js/lib/languages/python';
import sql from 'highlight.js/lib/languages/sql';
import swift from 'highlight.js/lib/languages/swift';
import typescript from 'highlight.js/lib/languages/typescript';
import xml from 'highlight.js/lib/languages/xml';
import yaml from 'highlight.js/lib/languages/yaml';
import { escapeHtml } from './html.js';

const languages = { bash, go, ini, json, kotlin, python, sql, swift, typescript, xml, yaml };
for (const [name, grammar] of Object.entries(languages))
  highlighter.registerLanguage(name, grammar);
highlighter.registerAliases(['tsx', 'jsx', 'javascript', 'js'], { languageName: 'typescript' });

/** Marks the parts of code with classes, which a strict content security policy allows. Unknown languages stay plain. */
const highlight = (code, language) =>
  highlighter.getLanguage(language)
    ? highlighter.highlight(code, { language, ignoreIllegals: true }).value
    : escapeHtml(code);

/** A block of code that scrolls and can be copied. */
export const codeBlock = (code, language) =>
  `<div class="code"><pre tabindex="0"><code>${highlight(code, language)}</code></pre></div>`;
