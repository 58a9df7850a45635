import { readFileSync, readdirSync } from 'node:fs';
import { expect, it } from 'vitest';
import { compileGuide } from '../../bin/guides.js';
import { providers, sources } from '../providers.ts';

const folder = new URL('../guides/', import.meta.url);

/** The sections of a guide: one for each step that it belongs to. */
const sections = { saml: 4, oidc: 4 };
const needed = [
  ...providers.flatMap((provider) => [`${provider}-saml`, `${provider}-oidc`]),
  ...sources.map(({ provider, kind }) => `${provider}-${kind}`),
];

it.each(readdirSync(folder))(
  'each way to connect has a guide with a section for each step: %s',
  (locale) => {
    const files = readdirSync(new URL(`${locale}/`, folder));
    expect(files.toSorted()).toEqual(needed.map((name) => `${name}.md`).toSorted());
    for (const file of files) {
      const guide = compileGuide(readFileSync(new URL(`${locale}/${file}`, folder), 'utf8'));
      const [, protocol] = /-(\w+)\.md$/.exec(file) ?? [];
      expect([file, guide.sections.length]).toEqual([file, sections[protocol] ?? 2]);
      for (const { content } of guide.sections) expect(content.length).toBeGreaterThan(0);
    }
  },
);

it('a guide without a date, or with HTML, does not compile', () => {
  expect(() => compileGuide('## A\n\ntext')).toThrow('day');
  expect(() => compileGuide('written: 2026-11-27\n\n## A\n\n<b>text</b>\n')).toThrow('not shown');
});
