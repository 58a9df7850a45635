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
  .map((name) => [name, readFileSync(join(source, name), 'utf8')] as const);
const isOfFramework = (name: string): boolean => name.startsWith('frameworks/');
const examples = sources
  .filter(([name]) => !isOfFramework(name))
  .flatMap(([, text]) => examplesOf(text));
const programs = programsOf(readFileSync(join(source, '..', 'README.md'), 'utf8'));

/** What an example finds in its surroundings. */
const surroundings = `
import * as sdk from '@platform/sdk';
import * as verification from '@platform/sdk/verify';
const { clientCredentials, createClient, createPlatform, defineHook, isProblem } = sdk;
const { platformOf, relationshipChecks, users } = sdk;
const { accessTokenVerifier, authenticate, defineWebhook, signWebhook, verifyWebhook } = verification;
declare const platform: sdk.Platform;
declare const token: sdk.TokenSource;
declare const error: unknown;
declare const request: Request;
declare const verify: verification.TokenVerifier;
declare const [id, clientId, clientSecret, secret, body]: readonly [string, string, string, string, string];
`;

/** The application of each framework, in which its examples are registered. */
const applications: Record<string, string> = {
  express: `import express from 'express'; const app = express();`,
  fastify: `import createFastify from 'fastify'; const fastify = createFastify();`,
  hono: `import { Hono } from 'hono'; const hono = new Hono();`,
  next: '',
};

const frameworkExamples = (): Record<string, string> =>
  Object.fromEntries(
    Object.entries(applications).map(([name, application]) => {
      const [, text = ''] = sources.find(([file]) => file === `frameworks/${name}.ts`) ?? [];
      const blocks = examplesOf(text).map((example) => `void (async () => {\n${example}\n});\n`);
      const imports = `import * as framework from '@platform/sdk/${name}';
        import { defineWebhook } from '@platform/sdk/verify';
        import type { TokenVerifier } from '@platform/sdk/verify';
        ${application}
        declare const verify: TokenVerifier;
        declare const secret: string;
        const { ${name === 'next' ? 'requireAuth, withAuth' : 'requireAuth, serve'} } = framework;`;
      return [`of-${name}.ts`, `${imports}\n${blocks.join('\n')}`];
    }),
  );

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

it('has examples of each framework that compile', { timeout: 120_000 }, async () => {
  const files = frameworkExamples();
  expect(Object.values(files).every((text) => text.includes('void (async'))).toBe(true);
  expect(await compile(files, { esModuleInterop: true })).toBe('');
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
