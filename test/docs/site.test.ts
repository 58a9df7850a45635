import { spawnSync } from 'node:child_process';
import { beforeAll, describe, expect, it, test } from 'vitest';
import {
  catalogue,
  declaredProblems,
  eventCatalog,
  exampleEvent,
  operationTagOf,
  problemGuidance,
  resourceTree,
  scopesOf,
} from '@platform/contracts';
import type { EventTypeName, ProblemCode } from '@platform/contracts';
import { compile } from '../../packages/sdk/test/compiler.ts';
import { documents, links, renderedSite, samplesIn, sectionOf, textOf } from './site.ts';

let files: Map<string, string>;
beforeAll(async () => {
  files = await renderedSite();
});

const pages = (): [string, string][] => [...files].filter(([path]) => path.endsWith('.html'));
const pageAt = (path: string): string => files.get(path) ?? '';
const pagesWith = (id: string): string[] =>
  pages()
    .filter(([, html]) => html.includes(`<h2 id="${id}"`))
    .map(([path]) => path);
const pageOf = (path: string): string =>
  `reference/${operationTagOf(path).toLowerCase().replaceAll(' ', '-')}.html`;

describe('the reference', () => {
  it('has every operation once, on the page of its area', () => {
    const found = catalogue.map(({ operationId }) => [operationId, pagesWith(operationId)]);
    const expected = catalogue.map(({ operationId, operation }) => [
      operationId,
      [pageOf(operation.path)],
    ]);
    expect(found).toEqual(expected);
  });

  it('describes scopes, parameters, bodies, responses and problems of each operation', () => {
    for (const { operationId, operation } of catalogue) {
      const section = sectionOf(pageAt(pageOf(operation.path)), operationId);
      const text = textOf(section);
      const names = [
        ...scopesOf(operation.scopes),
        ...Object.keys(operation.query?.shape ?? {}),
        ...[...operation.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name as string),
        ...Object.keys((operation.body as { shape?: object } | undefined)?.shape ?? {}),
        ...Object.keys((operation.response as { shape?: object }).shape ?? {}),
        ...operation.errors,
        `platform.${resourceTree[operationId]}`,
      ];
      expect([operationId, names.filter((name) => !text.includes(name))]).toEqual([
        operationId,
        [],
      ]);
      for (const code of operation.errors) expect(section).toContain(`href="errors.html#${code}"`);
    }
  });

  it('explains every problem code at an anchor, with its remedy', () => {
    const page = pageAt('reference/errors.html');
    for (const [code, { fix }] of Object.entries(problemGuidance)) {
      expect([code, page.split(`id="${code}"`).length - 1]).toEqual([code, 1]);
      const remedy = textOf(sectionOf(page, code)).replaceAll('…', '');
      expect(remedy).toContain(fix.split('`')[0]?.replaceAll('…', ''));
    }
    const [rare] = catalogue.flatMap(({ operationId, operation }) =>
      operation.errors.filter((code) => isRare(code)).map((code) => ({ operationId, code })),
    );
    expect(sectionOf(page, rare!.code)).toContain(`#${rare!.operationId}"`);
  });

  const isRare = (code: ProblemCode): boolean =>
    catalogue.filter(({ operation }) => declaredProblems(operation).has(code)).length === 1;

  it('describes every event once, with its schema and an example', () => {
    for (const type of Object.keys(eventCatalog) as EventTypeName[]) {
      const paths = pagesWith(type);
      expect([type, paths.length]).toEqual([type, 1]);
      const section = sectionOf(pageAt(paths[0] ?? ''), type);
      const [, example = ''] = /<pre[^>]*><code>([^]*?)<\/code><\/pre>/.exec(section) ?? [];
      expect(JSON.parse(textOf(example))).toEqual(exampleEvent(type));
      expect(section).toContain('<h3>Properties of <code>data</code></h3>');
      expect(pageAt('reference/event-catalog.html')).toContain(`#${type}"`);
    }
  });
});

describe('samples', () => {
  const samples = () =>
    catalogue.flatMap(({ operationId, operation }) =>
      samplesIn(sectionOf(pageAt(pageOf(operation.path)), operationId)).map((sample) => ({
        operationId,
        operation,
        ...sample,
      })),
    );
  const inLanguage = (label: string) => samples().filter((sample) => sample.label === label);

  it.each(['curl', 'TypeScript', 'CLI', 'Python', 'Go'])('exist in %s', (label) =>
    expect(inLanguage(label).map(({ operationId }) => operationId)).toEqual(
      catalogue.map(({ operationId }) => operationId),
    ),
  );

  it('in TypeScript compile', { timeout: 300_000 }, async () => {
    const programs = Object.fromEntries(
      inLanguage('TypeScript').map(({ operationId, code }) => [`${operationId}.ts`, code]),
    );
    expect(await compile(programs, { types: ['node'] })).toBe('');
  });

  it('in curl are commands that send the method and the path', () => {
    const commands = inLanguage('curl');
    // The commands are printed as lists of arguments instead of being run.
    const script = `curl() { printf '%s\\n' "$@" ''; }\n${commands.map(({ code }) => code).join('\n')}`;
    const { stdout, status, stderr } = spawnSync('sh', ['-s'], {
      input: script,
      encoding: 'utf8',
      env: { ...process.env, TOKEN: 'the-token' },
    });
    expect([status, stderr]).toEqual([0, '']);
    expect(stdout.match(/^Authorization: Bearer the-token$/gm)).toHaveLength(commands.length);
    for (const { operation } of commands) {
      const path = operation.path.replace(/\{\w+\}/g, '[^/]+');
      expect(stdout).toMatch(new RegExp(`https://api\\.example\\.com${path}(?:\\?.*)?\n`));
    }
  });

  it('of the command line use the names of the reference', () => {
    for (const { operationId, code } of inLanguage('CLI')) {
      const name = resourceTree[operationId]
        .replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
        .replaceAll('.', ' ');
      expect(code.startsWith(`tenantctl ${name}`)).toBe(true);
    }
  });

  const checkers: [string, string, string[]][] = [
    ['Python', 'python3', ['-c', 'import ast, sys; ast.parse(sys.stdin.read())']],
    ['Go', 'gofmt', ['-e']],
  ];
  test.each(checkers)('in %s are well formed (skipped without %s)', (label, command, args) => {
    if (spawnSync(command, ['--help']).error) return;
    // One syntax error is enough to fail, and a process for each sample would take minutes.
    const codes = inLanguage(label).map(({ code }) => code);
    const text =
      label === 'Go'
        ? codes.map((code) => code.replace(/^package main$|^import \([^)]*\)$/gm, '')).join('\n')
        : codes.join('\n');
    const input = label === 'Go' ? `package main\n${text}` : text;
    const { status, stderr } = spawnSync(command, args, { input, encoding: 'utf8' });
    expect([status, stderr]).toEqual([0, '']);
  });
});

describe('the site', () => {
  it('runs under a policy that allows only its own files', () => {
    for (const [path, html] of pages()) {
      expect([path, /<[^>]+\s(?:style|on\w+)="/.exec(html)?.[0]]).toEqual([path, undefined]);
      const inline = html.matchAll(
        /<script(?![^>]*\ssrc=)(?![^>]*application\/json)[^>]*>|<style/g,
      );
      expect([path, [...inline].length]).toEqual([path, 0]);
      const loaded = html.matchAll(
        /<(?:script|img|iframe|source|link)\b[^>]*(?:src|href)="([^"]+)"/g,
      );
      expect([...loaded].filter(([, url]) => /^(?:\w+:|\/)/.test(url ?? ''))).toEqual([]);
    }
    for (const [path, text] of files)
      if (path.endsWith('.css')) expect(text).not.toMatch(/@import|url\(/);
  });

  it('leads to every page from the menu or from another page', () => {
    const targets = new Set<string>();
    for (const [from, html] of pages())
      for (const [, href = ''] of html.matchAll(/href="([^"#]+\.html)/g))
        targets.add(new URL(href, `http://site/${from}`).pathname.slice(1));
    expect(pages().flatMap(([path]) => (targets.has(path) ? [] : [path]))).toEqual([]);
  });

  it('shows the sections that readers look for', () => {
    const summaries = [...pageAt('index.html').matchAll(/<summary>([^<]+)<\/summary>/g)];
    expect(summaries.map(([, title]) => title)).toEqual([
      'Start',
      'Use the API',
      'Areas',
      'Reference',
      'Operate',
      'Contribute',
    ]);
  });

  it('finds operations, codes, events and sections of pages', async () => {
    const { default: MiniSearch } = await import('minisearch');
    const options = (await import(
      new URL('../../docs/site/assets/search-options.js', import.meta.url).href
    )) as { searchOptions: ConstructorParameters<typeof MiniSearch>[0] };
    const search = MiniSearch.loadJSON(files.get('search.json') ?? '', options.searchOptions);
    const first = (words: string): unknown => search.search(words)[0]?.id;
    expect(first('create user')).toBe('reference/users.html#userDirectoryCreate');
    expect(first('platform.users.list')).toBe('reference/users.html#userDirectoryList');
    expect(first('idempotency_key_reused')).toBe('reference/errors.html#idempotency_key_reused');
    expect(first('user.suspended')).toBe('reference/events-user.html#user.suspended');
    expect(first('recover missed events')).toBe('webhooks.html#recover-missed-events');
  });
});

describe('links', () => {
  it('are dead if they lead to no page, no file or no anchor', async () => {
    const { deadLinks } = await links();
    const html = [
      '<h2 id="here"></h2>',
      '<a href="#here"></a><a href="#gone"></a><a href="b/c.html#there"></a>',
      '<a href="b/c.html#gone"></a><a href="d.html"></a><script src="e.js"></script>',
      '<a href="https://example.com/#x"></a><script src="f.js"></script>',
    ].join('');
    const other = '<h2 id="there"></h2><a href="../a.html#here"></a><a href="a.html"></a>';
    const found = deadLinks(
      new Map([
        ['a.html', html],
        ['b/c.html', other],
      ]),
      new Map([['e.js', '']]),
    );
    expect(found).toEqual([
      'a.html: #gone',
      'a.html: b/c.html#gone',
      'a.html: d.html',
      'a.html: f.js',
      'b/c.html: a.html',
    ]);
  });

  it.each([
    ['What to do?', 'what-to-do'],
    ['`platform.hub.issuer`, and more', 'platformhubissuer-and-more'],
    ['Sign-in & out', 'sign-in--out'],
    ['user_name Ünïcode', 'user_name-ünïcode'],
  ])('to the heading "%s" use #%s, as forges do', async (title, slug) =>
    expect((await links()).slugger()(title)).toBe(slug),
  );

  it.each([
    ['docs/README.md', 'index.html'],
    ['docs/quickstarts/README.md', 'quickstarts/index.html'],
    ['docs/quickstarts/nextjs.md', 'quickstarts/nextjs.html'],
    [
      'docs/adr/0001-the-data-path-of-the-gateway.md',
      'decisions/0001-the-data-path-of-the-gateway.html',
    ],
    ['docs/errors.md', 'reference/errors.html'],
    ['packages/sdk/README.md', 'packages/sdk.html'],
    ['CONTRIBUTING.md', 'contributing.html'],
  ])('to %s lead to %s', async (source, path) =>
    expect((await documents()).pathOf(source)).toBe(path),
  );
});
