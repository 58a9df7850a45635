import { HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import { EditorView } from '@codemirror/view';
import { tags } from '@lezer/highlight';

const look = EditorView.theme({
  '&': { backgroundColor: 'transparent', color: 'var(--text)', fontSize: '13px' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': { fontFamily: 'var(--mono)', lineHeight: '20px' },
  '.cm-content': { padding: '8px 0', caretColor: 'var(--text)' },
  '.cm-gutters': {
    backgroundColor: 'transparent',
    color: 'var(--muted-text)',
    borderInlineEnd: '1px solid var(--line)',
  },
  '.cm-activeLine, .cm-activeLineGutter': { backgroundColor: 'transparent' },
  '&.cm-focused .cm-activeLine, &.cm-focused .cm-activeLineGutter': {
    backgroundColor: 'var(--hover)',
  },
  '.cm-problem': {
    textDecoration: 'underline wavy var(--error)',
    textDecorationSkipInk: 'none',
    textUnderlineOffset: '3px',
  },
  '.cm-problem-warning': { textDecorationColor: 'var(--warning)' },
});

// The colors of code to read, see code.module.css.
const colors = HighlightStyle.define([
  { tag: tags.comment, color: 'var(--muted-text)' },
  { tag: tags.string, color: 'var(--ok)' },
  { tag: [tags.number, tags.bool, tags.unit, tags.atom], color: 'var(--warning)' },
  { tag: [tags.keyword, tags.operatorKeyword, tags.null], color: 'var(--link)' },
  { tag: [tags.propertyName, tags.definition(tags.propertyName)], color: 'var(--warning)' },
  { tag: [tags.typeName, tags.className, tags.tagName], color: 'var(--ok)' },
  { tag: tags.definition(tags.typeName), color: 'var(--ok)', fontWeight: '600' },
  { tag: tags.definition(tags.variableName), fontWeight: '600' },
]);

/** Colors by the variables of the page, so that light, dark and the palette of a tenant need nothing here. */
export const editorTheme = [look, syntaxHighlighting(colors)];
