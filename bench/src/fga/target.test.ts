import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { MeasuredQuestion } from './questions.ts';
import { serviceTarget } from './service.ts';
import type { ServiceTarget } from './service.ts';

let answer: { status: number; body: unknown };
let server: ReturnType<typeof createServer>;
let target: ServiceTarget;

beforeAll(async () => {
  server = createServer(
    (_req, res) => void res.writeHead(answer.status).end(JSON.stringify(answer.body)),
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  target = serviceTarget({
    name: 'the service',
    port: (server.address() as AddressInfo).port,
    headers: {},
  });
});
afterAll(async () => {
  target.close();
  await new Promise((resolve) => server.close(resolve));
});

const check = { subject: 'user:a', relation: 'viewer', object: 'document:b' };
const questions = {
  check: { kind: 'check', check, expected: true },
  batch: { kind: 'batch', checks: [check, check], expected: [true, false] },
  list: {
    kind: 'list',
    subject: 'user:a',
    relation: 'viewer',
    type: 'document',
    expected: ['document:b'],
  },
} satisfies Record<string, MeasuredQuestion>;

test.each([
  ['check', { allowed: true }],
  ['batch', { results: [{ allowed: true }, { allowed: false }] }],
  ['list', { objects: ['document:b'], truncated: false }],
] as const)('a right answer to a %s is timed', async (kind, body) => {
  answer = { status: 200, body };
  expect(await target.ask(questions[kind])).toBeGreaterThan(0);
});

test.each([
  ['check', 200, { allowed: false }, 'is wrong'],
  ['check', 503, {}, 'answered 503'],
  ['batch', 200, { results: [{ allowed: true }, { allowed: true }] }, 'is wrong'],
  ['batch', 200, { results: [{ allowed: true }, { error: { status: 422 } }] }, 'is wrong'],
  ['list', 200, { objects: [], truncated: false }, 'is wrong'],
  ['list', 200, { objects: ['document:b'], truncated: true, truncatedBy: ['results'] }, 'left out'],
] as const)('a wrong answer to a %s ends the run: %i %j', async (kind, status, body, said) => {
  answer = { status, body };
  await expect(target.ask(questions[kind])).rejects.toThrow(said);
});
