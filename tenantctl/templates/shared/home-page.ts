import type { User } from './oidc.js';

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

const escaped = (text: string): string => text.replace(/[&<>"]/g, (one) => escapes[one] ?? '');

/** A page to start from: who is signed in, and a button to change that. */
export const homePage = (user: User | undefined): string => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <title>Home</title>
  </head>
  <body>
    <main>
      ${
        user
          ? `<h1>Signed in as ${escaped(user.name)}</h1>
      <form action="/sign-out" method="post"><button>Sign out</button></form>`
          : `<h1>Signed out</h1>
      <a href="/sign-in">Sign in</a>`
      }
    </main>
  </body>
</html>
`;
