import { readFileSync } from 'node:fs';
import { clientCredentials, createPlatform, relationshipChecks } from '@platform/sdk';

const { GATEWAY = '', ISSUER = '', CLIENT_ID = '', CLIENT_SECRET = '' } = process.env;

const platform = createPlatform({
  baseUrl: GATEWAY,
  token: clientCredentials({ issuer: ISSUER, clientId: CLIENT_ID, clientSecret: CLIENT_SECRET }),
});

// The model says which relations exist, and which follow from others. Its test has to pass before it becomes active.
await platform.fga.models.create({
  dsl: readFileSync('model.fga', 'utf8'),
  tests: [
    {
      name: 'who views a folder views its documents, but does not own them',
      tuples: [
        { subject: 'user:x', relation: 'viewer', object: 'folder:f' },
        { subject: 'folder:f', relation: 'parent', object: 'document:d' },
      ],
      checks: [
        { subject: 'user:x', relation: 'viewer', object: 'document:d', expect: true },
        { subject: 'user:x', relation: 'owner', object: 'document:d', expect: false },
      ],
    },
  ],
});

// Your application writes a tuple whenever someone shares something.
const { consistencyToken } = await platform.fga.tuples.import({
  tuples: [
    { subject: 'user:ada', relation: 'owner', object: 'folder:handbook' },
    { subject: 'folder:handbook', relation: 'parent', object: 'document:welcome' },
    { subject: 'folder:handbook', relation: 'parent', object: 'document:salaries' },
    { subject: 'user:grace', relation: 'viewer', object: 'document:welcome' },
  ],
});

// Answers are at least as fresh as the write above. Questions of the same moment share a request.
const { check, filter } = relationshipChecks(platform.fga, {
  consistency: { atLeastAsFresh: consistencyToken },
});

const documents = ['welcome', 'salaries'];
for (const name of ['ada', 'grace']) {
  const visible = await filter(documents, (document) => ({
    subject: `user:${name}`,
    relation: 'viewer',
    object: `document:${document}`,
  }));
  console.log(`${name} sees ${visible.join(' and ')}`);
}

const question = { subject: 'user:grace', relation: 'owner', object: 'document:welcome' };
console.log(`grace owns the welcome page: ${await check(question)}`);
