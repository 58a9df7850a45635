import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { resourceTree } from '@platform/contracts';
import { expect, it } from 'vitest';
import { compile } from '../test/compiler.ts';

const source = fileURLToPath(new URL('.', import.meta.url));

const comment = /\/\*\*(?:(?!\*\/)[^])*?@example([^]*?)\*\//g;
const examplesOf = (text: string): string[] =>
  [...text.matchAll(comment)].map(([, example = '']) => example.replace(/^ *\* ?/gm, '').trim());

/** Programs of the README, each a module of its own. */
const programsOf = (markdown: string): string[] =>
  [...markdown.matchAll(/```ts\n([^]*?)```/g)].map(([, program = '']) => program);

const sources = readdirSync(source, { recursive: true })
  .map(String)
  // In the types of schemas, `@example` is a value.
  .filter((name) => /(?<!\.test|^generated\/schemas)\.ts$/.test(name))
  .map((name) => readFileSync(join(source, name), 'utf8'));
const examples = sources.flatMap(examplesOf);
const programs = programsOf(readFileSync(join(source, '..', 'README.md'), 'utf8'));

/** What an example finds in its surroundings. */
const surroundings = `
import * as sdk from '@platform/sdk';
import * as verification from '@platform/sdk/verify';
const { clientCredentials, createClient, createPlatform, defineHook, isProblem } = sdk;
const { relationshipChecks, users } = sdk;
const { accessTokenVerifier, verifyWebhook } = verification;
declare const platform: sdk.Platform;
declare const token: sdk.TokenSource;
declare const error: unknown;
declare const request: Request;
declare const [id, clientId, clientSecret, secret]: readonly [string, string, string, string];
`;

it('has an example of each method', () => {
  const missing = Object.values(resourceTree).filter(
    (name) => !examples.some((example) => example.includes(`platform.${name}(`)),
  );
  expect(missing).toEqual([]);
});

it('has examples that compile, also in the README', { timeout: 120_000 }, async () => {
  const all = examples.map((example) => `void (async () => {\n${example}\n});\n`).join('\n');
  const files = Object.fromEntries(programs.map((text, i) => [`readme-${i + 1}.ts`, text]));
  expect(programs.length).toBeGreaterThan(5);
  expect(await compile({ 'examples.ts': `${surroundings}\n${all}`, ...files })).toBe('');
});

it(
  'compiles in a project that has the types of Node but not of browsers',
  { timeout: 120_000 },
  async () => {
    const program = `
    import { createPlatform } from '@platform/sdk';
    export { verifyWebhook } from '@platform/sdk/verify';
    const platform = createPlatform({ baseUrl: 'https://api.example.com', fetch });
    for await (const user of platform.users.list()) console.log(user.id);
  `;
    const options = { lib: ['ES2023'], types: ['node'] };
    expect(await compile({ 'node.ts': program }, options)).toBe('');
  },
);
