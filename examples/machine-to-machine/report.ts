import { clientCredentials, createPlatform, isProblem } from '@platform/sdk';

const { GATEWAY = '', ISSUER = '', CLIENT_ID = '', CLIENT_SECRET = '' } = process.env;

const platform = createPlatform({
  baseUrl: GATEWAY,
  // Gets a token when one is needed, keeps it, and renews it before it expires.
  token: clientCredentials({
    issuer: ISSUER,
    clientId: CLIENT_ID,
    clientSecret: CLIENT_SECRET,
    scope: 'tenant:users.read',
  }),
});

let count = 0;
for await (const user of platform.users.list({ status: 'active' })) {
  count += 1;
  console.log(user.id, user.email);
}
console.log(`${count} active users`);

// The application may read users and nothing else. Failures are typed: `code` says what went wrong.
try {
  await platform.users.create({ email: 'grace@example.com' });
} catch (error) {
  if (!isProblem(error, 'insufficient_scope')) throw error;
  console.log(`Not allowed: ${error.detail}`);
}
