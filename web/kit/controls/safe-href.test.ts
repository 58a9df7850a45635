import { expect, it } from 'vitest';
import { safeHref } from './safe-href.ts';

it.each(['https://example.com/a?b#c', 'http://example.com', 'mailto:ada@example.com'])(
  'lets browsers follow %s',
  (href) => {
    expect(safeHref(href)).toBe(href);
  },
);

it.each([
  'javascript:alert(1)',
  ' JavaScript:alert(1)',
  'java\nscript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'blob:https://example.com/1',
  'vbscript:x',
  '/relative',
  '',
])('leaves %j as text', (href) => {
  expect(safeHref(href)).toBeUndefined();
});
