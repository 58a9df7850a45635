import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { accessPage } from './access-page.ts';

const about = { subjectId: 'usr_1', generatedAt: new Date('2026-01-31T10:00:00Z') };
const bodyOf = (text: string) =>
  (async function* () {
    yield Buffer.from(text);
  })();

async function pageOf(text: string, peer = 'hub'): Promise<string> {
  const { chunks } = await accessPage(about, [{ peer, status: 'ok', open: () => bodyOf(text) }]);
  return Buffer.concat(chunks).toString();
}
const sectionsPage = (sections: unknown, peer?: string) =>
  pageOf(JSON.stringify({ sub: 'usr_1', sections, truncated: false }), peer);

describe('the page of an access request', () => {
  it('shows the sections of a service as sentences and their entries as words', async () => {
    const page = await sectionsPage(
      {
        'directory.profile': {
          displayName: 'Grace Hopper',
          verified: true,
          nickname: null,
          title: '',
        },
        'compliance.consents': [{ createdAt: '2026-01-31T10:00:00.123Z', items: [1, 'two'] }],
        'fga.activations': [],
      },
      'product-api',
    );
    expect(page).toContain('<h2>Account, permissions, consents and records</h2>');
    expect(page).toContain('<h3>Your profile.</h3>');
    expect(page).toContain('<dt><bdi>Display name</bdi></dt><dd><bdi>Grace Hopper</bdi></dd>');
    expect(page).toContain('<dd>yes</dd>');
    expect(page).toContain('<dd><span class="note">not set</span></dd>');
    expect(page).toContain('<dd><span class="note">empty</span></dd>');
    expect(page).toContain('2026-01-31 10:00:00 UTC</time>');
    expect(page).toContain('<li><bdi>1</bdi></li><li><bdi>two</bdi></li>');
    expect(page).toContain('Nothing is stored.');
    if (process.env['PAGE_FILE']) writeFileSync(process.env['PAGE_FILE'], page);
  });

  it('escapes the subject, and includes the digest of its content', async () => {
    const { chunks, bytes, sha256 } = await accessPage({ ...about, subjectId: '<b>' }, []);
    const page = Buffer.concat(chunks);
    expect(page.toString()).toContain('the data about &lt;b&gt;, made at');
    expect(bytes).toBe(page.length);
    expect(sha256).toBe(createHash('sha256').update(page).digest('hex'));
  });

  it.each([
    ['empty', 'This service stores nothing about you.'],
    ['disabled', 'This service is not in use.'],
    ['failed', 'This service could not be reached.'],
  ])('states why a part that is %s has no data', async (status, sentence) => {
    const open = () => bodyOf('{"sections":{"sessions":[]}}');
    const { chunks } = await accessPage(about, [{ peer: 'hub', status, open }]);
    const page = Buffer.concat(chunks).toString();
    expect(page).toContain(sentence);
    expect(page).not.toContain('<h3>');
  });

  it('shows only the content of sections', async () => {
    const page = await pageOf(
      '{"other":{"hidden":[1]},"sections":{"count":2},"after":{"hidden":3}}',
    );
    expect(page.match(/<h3>.*?<\/h3>/g)).toEqual(['<h3>Count.</h3>']);
    expect(page.match(/<div class="entry">.*?<\/div>/g)).toEqual([
      '<div class="entry"><bdi>2</bdi></div>',
    ]);
    expect(await pageOf('{"sections":[{"a":[1]}]}')).not.toContain('class="entry"');
  });

  it('escapes every name and value, and loads and runs nothing', async () => {
    const hostile = `</style></title><script>alert(1)</script><img src=//evil onerror='x' a="b">&\u0000`;
    const page = await sectionsPage({
      [hostile]: [{ [hostile]: hostile, ['__proto__x']: [hostile] }],
      constructor: [hostile],
      toString: JSON.parse('{"__proto__":{"polluted":"1"}}') as unknown,
    });
    expect(page).not.toMatch(/<script|<img|<link|<iframe|url\(|\u0000/i);
    expect(page.match(/<\/style>/g)).toHaveLength(1);
    expect(page).toContain('&lt;img src=//evil onerror=&#39;x&#39; a=&#34;b&#34;&gt;&amp;\ufffd');
    expect(page).toContain('<h3>Constructor.</h3>');
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
    expect(page).toContain(`default-src 'none'`);
  });

  it.each([
    '{"sections":{"a":[1',
    'no JSON',
    '{"sections":[1,{"a":2}]}',
    '{"sections":null}',
    '[]',
  ])('is complete for a part of the form %s', async (text) => {
    expect(await pageOf(text)).toMatch(/<h2>Sign-in and sessions<\/h2>.*<\/html>\n$/s);
  });

  it('has limits, and names the file that contains the rest', async () => {
    const page = await sectionsPage({
      sessions: Array.from({ length: 500 }, (_, id) => ({ id })),
      deep: JSON.parse(`${'['.repeat(2_000)}${']'.repeat(2_000)}`) as unknown,
      emails: [{ text: 'x'.repeat(100_000) }],
    });
    expect(page).toContain('This page shows 200 of 500 entries. The file hub.json contains all');
    expect(page).toContain(
      'Long entries are shortened here. The file hub.json contains them whole.',
    );
    expect(page.length).toBeLessThan(100_000);
  });

  it('shows the first 200 sections', async () => {
    const names = Array.from({ length: 202 }, (_, n) => `section${n}`);
    const page = await sectionsPage(Object.fromEntries(names.map((name) => [name, [name]])));
    expect(page.match(/<h3>/g)).toHaveLength(200);
    expect(page.match(/class="entry"/g)).toHaveLength(200);
    expect(page).toContain('The file hub.json contains more sections.');
    expect(page).not.toContain('This page shows');
  });

  it('shows at most about a million characters of a service', async () => {
    const entry = Array.from({ length: 100 }, () => 'x'.repeat(1_000));
    const page = await sectionsPage({ emails: Array.from({ length: 20 }, () => entry) });
    expect(page).toContain('This page shows 10 of 20 entries.');
  });

  it('shows 200 values of an entry, eight levels deep, and continues after omitted values', async () => {
    const nested = (levels: number): unknown =>
      levels === 0 ? 'innermost' : { in: nested(levels - 1) };
    const page = await sectionsPage({
      deep: { before: 1, nested: nested(7), tooDeep: nested(8), after: 'still shown' },
      wide: [Array.from({ length: 300 }, () => 'w')],
    });
    expect(page.match(/innermost/g)).toHaveLength(1);
    expect(page).toContain('still shown');
    expect(page.match(/<bdi>w<\/bdi>/g)).toHaveLength(199);
    expect(page.match(/Long entries are shortened here/g)).toHaveLength(2);
  });

  it('lets other work run while it reads a large part', async () => {
    const text = JSON.stringify({
      sections: {
        events: Array.from({ length: 40_000 }, (_, id) => ({ id, text: 'word "'.repeat(20) })),
      },
    });
    let turns = 0;
    let other = setImmediate(function count() {
      turns += 1;
      other = setImmediate(count);
    });
    const page = await pageOf(text);
    clearImmediate(other);
    expect(page.length).toBeLessThan(2_000_000);
    expect(turns).toBeGreaterThan(text.length / 65_536);
  });
});
