import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { stringify } from 'yaml';
import { requestCode, shellQuoted } from './request-code.ts';

const create = {
  method: 'POST',
  path: '/api/v1/directory/users',
  call: 'users.create',
  command: 'users create',
  summary: 'Creates a user',
};
const list = { ...create, method: 'GET', call: 'users.list', command: 'users list' };
const get = {
  ...list,
  path: '/api/v1/directory/users/{id}',
  call: 'users.get',
  command: 'users get',
};
const options = { origin: 'https://acme.id.example.com', toYaml: stringify };

test('a read with a filter', () => {
  const code = requestCode(
    list,
    { query: { q: 'ada & co', limit: 50, status: undefined } },
    options,
  );
  expect(code.curl).toBe(
    [
      "curl 'https://acme.id.example.com/api/v1/directory/users?q=ada+%26+co&limit=50' \\",
      '  -H "Authorization: Bearer $TOKEN"',
    ].join('\n'),
  );
  expect(code.typescript).toContain(
    "await platform.users.list({\n  q: 'ada & co',\n  limit: 50,\n});",
  );
  expect(code.cli).toBe("tenantctl users list --q 'ada & co' --limit 50");
  expect(code.yaml).toBeUndefined();
});

test('a parameter of the path is encoded, and quoted for each language', () => {
  const code = requestCode(get, { parameters: ["o'brien/1"] }, options);
  expect(code.curl).toContain("users/o'\\''brien%2F1'");
  expect(code.typescript).toContain("platform.users.get('o\\'brien/1')");
  expect(code.cli).toBe("tenantctl users get 'o'\\''brien/1'");
});

test('a secret is a variable in every language, whatever it is', () => {
  const body = { email: "o'brien@example.com", credential: { password: 'hunter2 $(id)' } };
  const code = requestCode(create, { body, secrets: ['credential.password'] }, options);
  expect(JSON.stringify(code)).not.toContain('hunter2');
  expect(code.typescript).toContain('password: process.env.PASSWORD,');
  expect(code.yaml).toBe("email: o'brien@example.com\ncredential:\n  password: $PASSWORD\n");
});

test('a shell reads the body as it was, with the secret of its environment', () => {
  const body = { name: `it's "$HOME" \`id\``, credential: { password: 'x' } };
  const code = requestCode(create, { body, secrets: ['credential.password'] }, options);
  const [, data = ''] = / -d ([^]*)$/.exec(code.curl) ?? [];
  const text = execFileSync('sh', ['-c', `printf %s ${data}`], { env: { PASSWORD: 'p w' } });
  expect(JSON.parse(String(text))).toEqual({ ...body, credential: { password: 'p w' } });
});

test.each(['', 'a b', "'", '"', '$x', '`id`', '\\', 'a\nb', '!', '*'])(
  'a shell reads %j',
  (text) => {
    expect(String(execFileSync('sh', ['-c', `printf %s ${shellQuoted(text)}`]))).toBe(text);
  },
);
