import { describe, expect, test } from 'vitest';
import { PutEmailTemplateRequest } from '@platform/contracts';
import type { EmailTypeName } from '@platform/contracts';
import { asProblem } from '@platform/kit/problem';
import { requireSendable } from './template-check.ts';
import { renderTemplate } from './template-engine.ts';

const check = (body: object, type: EmailTypeName = 'magic_link'): string => {
  const html = '<p><a href="{{ link }}">Sign in</a></p>';
  try {
    requireSendable(type, PutEmailTemplateRequest.parse({ subject: 'Hi', html, ...body }));
    return 'passes';
  } catch (error) {
    const [fault] = asProblem(error).details.errors ?? [];
    return `${fault?.pointer} ${fault?.code}`;
  }
};

const link = '<a href="{{ link }}">x</a>';

describe('a template', () => {
  test.each([
    [{}],
    [{ text: 'Open {{ link }}' }],
    [{ html: `<style>p{color:red}</style>${link}` }],
    [
      {
        html: `{% if user.givenName %}Hi {{ user.givenName | upcase }}{% else %}Hi{% endif %} ${link}`,
      },
    ],
    [{ html: `{% raw %}{{ nothing }}{% endraw %}${link}` }],
    [{ html: `<img src="{{ branding.logoUrl }}">${link}` }],
    [{ subject: '{{ branding.displayName | truncate: 20 }}', linkLifetimeSeconds: 600 }],
  ])('passes: %j', (body) => {
    expect(check(body)).toBe('passes');
  });

  test.each([
    [{ html: `{% if %}${link}` }, '/html template_syntax'],
    [{ html: `{% if a %}${link}` }, '/html template_syntax'],
    [{ subject: '{{ link' }, '/subject template_syntax'],
    [{ html: `{{ user.password }}${link}` }, '/html template_unknown_variable'],
    [{ html: `{{ user }}${link}` }, '/html template_unknown_variable'],
    [{ html: `{{ user["constructor"] }}${link}` }, '/html template_unknown_variable'],
    [{ html: `{{ code }}${link}` }, '/html template_unknown_variable'],
    [{ html: `{% for i in (1..10) %}{% endfor %}${link}` }, '/html template_unknown_tag'],
    [{ html: `{% assign x = 1 %}${link}` }, '/html template_unknown_tag'],
    [{ html: `{% include "x" %}${link}` }, '/html template_unknown_tag'],
    [{ html: `{% render "x" %}${link}` }, '/html template_unknown_tag'],
    [{ html: `{{ user.email | raw }}${link}` }, '/html template_unknown_filter'],
    [{ html: `{{ user.email | append: "x" }}${link}` }, '/html template_unknown_filter'],
    [{ html: '<p>no link</p>' }, '/html template_required_variable'],
    [{ html: `{% if user.email %}${link}{% endif %}` }, '/html template_required_variable'],
    [{ html: `<!-- {{ link }} -->` }, '/html template_required_variable'],
    [{ text: 'no link' }, '/text template_required_variable'],
    [{ html: `<script>1</script>${link}` }, '/html invalid_format'],
    [{ html: `<scr{% if user.email %}ipt{% endif %}>1</script>${link}` }, '/html invalid_format'],
    [
      { html: `{% if user.locale == "x" %}<iframe></iframe>{% endif %}${link}` },
      '/html invalid_format',
    ],
    [{ html: `<p onclick="x">${link}</p>` }, '/html invalid_format'],
    [{ html: `<meta http-equiv="refresh" content="0">${link}` }, '/html invalid_format'],
    [{ html: `<a href="javascript:x">y</a>${link}` }, '/html invalid_format'],
    [{ html: `<a href="{{ user.displayName }}">y</a>${link}` }, '/html invalid_format'],
    [{ html: `<p style="background:url(http://x.example)">${link}</p>` }, '/html invalid_format'],
    [{ enabled: false }, '/enabled template_required'],
    [
      { html: `${'{% if link %}'.repeat(11)}${link}${'{% endif %}'.repeat(11)}` },
      '/html template_syntax',
    ],
  ])('is rejected: %j', (body, fault) => {
    expect(check(body)).toBe(fault);
  });

  test('for a notice can be disabled, and has no link', () => {
    expect(check({ html: '<p>x</p>', enabled: false }, 'welcome')).toBe('passes');
    expect(check({ html: '<p>x</p>', linkLifetimeSeconds: 600 }, 'welcome')).toBe(
      '/linkLifetimeSeconds invalid_format',
    );
  });
});

describe('output in HTML', () => {
  const name = '<b onclick="x">&\'';
  test.each([
    ['{{ user.displayName }}'],
    ['{{ user.displayName | escape }}'],
    ['{{ user.displayName | default: "x" }}'],
    ['{{ user.nothing | default: user.displayName }}'],
    ['{{ user.displayName | newline_to_br }}'],
    ['{{ user.displayName | escape | strip }}'],
    ['{{ user.displayName | newline_to_br | downcase }}'],
    ['{{ user.displayName | strip | capitalize }}'],
  ])('is escaped: %s', (source) => {
    expect(renderTemplate('html', source, { user: { displayName: name } })).not.toMatch(/<b/i);
  });

  test('cannot access prototypes', () => {
    expect(renderTemplate('html', '{{ user.constructor.name }}', { user: {} })).toBe('');
  });
});
