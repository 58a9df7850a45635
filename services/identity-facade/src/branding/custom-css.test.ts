import { describe, expect, test } from 'vitest';
import { asProblem } from '@platform/kit/problem';
import { checkedCss } from './custom-css.ts';

const codeOf = (css: string): string | undefined => {
  try {
    checkedCss(css);
    return undefined;
  } catch (error) {
    return asProblem(error).details.errors?.[0]?.code;
  }
};

describe('customCss', () => {
  test.each([
    ['.button{color:red}', '.tenant-theme .button{color:red}'],
    ['a, b > c {color:red}', '.tenant-theme a,.tenant-theme b>c{color:red}'],
    ['.tenant-theme{--gap:4px}', '.tenant-theme{--gap:4px}'],
    ['.tenant-theme > .card{color:red}', '.tenant-theme>.card{color:red}'],
    ['.tenant-theme ~ p{color:red}', '.tenant-theme .tenant-theme~p{color:red}'],
    ['[dir=rtl] p{color:red}', '.tenant-theme [dir=rtl] p{color:red}'],
    ['@media (width>40em){p{color:red}}', '@media (width>40em){.tenant-theme p{color:red}}'],
    ['@keyframes x{from{opacity:0}to{opacity:1}}', '@keyframes x{from{opacity:0}to{opacity:1}}'],
  ])('confines %s', (css, confined) => {
    expect(checkedCss(css)).toBe(confined);
  });

  test.each([
    '@import "https://evil.example.com/x.css";',
    '@font-face{font-family:x;src:url(https://evil.example.com/x)}',
    '@charset "utf-8";',
    '@namespace svg url(x);',
    'p{background:url(https://evil.example.com)}',
    'p{background:image-set("https://evil.example.com" 1x)}',
    'p{background:-webkit-image-set("https://evil.example.com" 1x)}',
    'p{--x:url(https://evil.example.com)}',
    'p{content:attr(value)}',
    'p{width:expression(alert(1))}',
    'p{behavior:none}',
    'p{-moz-binding:none}',
    'p{b\\65havior:none}',
    'input[value^=a]{color:red}',
    'input[\\76 alue^=a]{color:red}',
    '.platform-consent{display:none}',
    '.\\70 latform-consent{display:none}',
    'html{color:red}',
    'HTML p{color:red}',
    ':root{color:red}',
    ':host(p){color:red}',
    ':is(html){color:red}',
    '.a{&:hover{color:red}}',
    'p{background:cross-fade(url(x),red)}',
    'p{background:-moz-element(#password)}',
    'p{background:paint(evil)}',
    '@layer a{@import "x";}',
    '@container (width>1px){p{color:red}}',
    '@property --x{syntax:"<url>";inherits:true;initial-value:none}',
    '@page{size:a4}',
    '@media (width>1px){html{color:red}}',
    'form:has(input[value^=a]){color:red}',
    ':not(.platform-consent){display:none}',
    ':where(:root) p{color:red}',
    '@supports (color:red){:root{color:red}}',
    Array.from({ length: 2001 }, () => 'p{color:red}').join(''),
  ])('rejects %s', (css) => {
    expect(codeOf(css)).toBe('css_forbidden');
  });

  test.each([
    'p{background:UR\\4c(https://evil.example.com)}',
    'p{--x:\\75 rl(https://evil.example.com)}',
    'p{width:if(style(--x):1px;else:2px)}',
    '.a{.b{color:red}}',
    'p{color:red',
    'p{color:red}a{',
    '@media (width>40em){p{color:red}',
    'p{width:calc(1px',
    'p{--x:(1',
    'p{content:"a',
    'p{content:"a\\"',
    'p{color:red}/* ',
    'p{color:red}/*/',
    'p{color:red}}',
  ])('rejects %s, which does not parse', (css) => {
    expect(codeOf(css)).toBe('css_invalid');
  });

  test.each([
    ['the end of a style element', 'p{color:red}</style><script>alert(1)</script>'],
    ['the end of the scope', 'p{color:red}} body{display:none} .x{'],
    ['a comment that never ends', 'p{color:red}/* '],
    ['the end of a string', 'p{content:"a\n} body{display:none} .x{content:"'],
  ])('lets no rule escape by %s', (_name, css) => {
    const code = codeOf(css);
    if (code !== undefined) return;
    for (const rule of checkedCss(css).split('}').filter(Boolean))
      expect(rule).toMatch(/^\.tenant-theme /);
  });

  test.each([
    ['p{color:red}\n.a {\n  color:red', '{ is not closed (line 2, column 4)'],
    ['p{width:calc(1px', '( is not closed (line 1, column 13)'],
    ['p{color:red}\n/* a', '/* is not closed (line 2, column 1)'],
  ])('reports the position of what is not closed in %j', (css, detail) => {
    expect(() => checkedCss(css)).toThrow(detail);
  });

  test.each(['p{content:"}"}', 'p{content:"/*"}', '/* { */p{color:red}', 'p{content:"a\\\"{"}'])(
    'accepts %s',
    (css) => expect(codeOf(css)).toBeUndefined(),
  );

  test('reports the position of a syntax error', () => {
    expect(() => checkedCss('p{color:red}\np{color red}')).toThrow(/line 2/);
    expect(codeOf('p{color red}')).toBe('css_invalid');
  });
});
