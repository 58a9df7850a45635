import fastify from 'fastify';
import { auth, currentUser } from './auth.js';
import { homePage } from './home-page.js';

const app = fastify();

app.register(auth);

app.get('/', async (request, reply) =>
  reply.type('text/html').send(homePage(await currentUser(request, reply))),
);

app.get('/profile', async (request, reply) => {
  const user = await currentUser(request, reply);
  if (!user) return reply.redirect('/sign-in');
  return { id: user.id, name: user.name, email: user.email };
});

const port = Number(process.env['PORT'] ?? 3000);
await app.listen({ port });
console.log(`The application listens on http://localhost:${port}`);
