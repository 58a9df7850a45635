import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import { auth, currentUser } from './auth.js';
import { homePage } from './home-page.js';

const app = new Hono();

app.route('/', auth);

app.get('/', async (c) => c.html(homePage(await currentUser(c))));

app.get('/profile', async (c) => {
  const user = await currentUser(c);
  if (!user) return c.redirect('/sign-in');
  return c.json({ id: user.id, name: user.name, email: user.email });
});

const port = Number(process.env['PORT'] ?? 3000);
serve({ fetch: app.fetch, port });
console.log(`The application listens on http://localhost:${port}`);
