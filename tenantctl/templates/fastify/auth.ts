import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { getIronSession } from 'iron-session';
import { endSession, finishSignIn, sessionOptions, startSignIn, userOf } from './oidc.js';
import type { SessionData } from './oidc.js';

const sessionOf = (request: FastifyRequest, reply: FastifyReply) =>
  getIronSession<SessionData>(request.raw, reply.raw, sessionOptions);

/** Routes that sign users in and out. */
export async function auth(app: FastifyInstance) {
  app.get('/sign-in', async (request, reply) =>
    reply.redirect(await startSignIn(await sessionOf(request, reply))),
  );

  app.get('/callback', async (request, reply) => {
    await finishSignIn(await sessionOf(request, reply), request.url);
    return reply.redirect('/');
  });

  // Forms without fields have this type.
  app.addContentTypeParser('application/x-www-form-urlencoded', async () => ({}));

  app.post('/sign-out', async (request, reply) =>
    // 303: the browser continues with GET.
    reply.redirect(await endSession(await sessionOf(request, reply)), 303),
  );
}

/** The user of a request; undefined if there is none. */
export const currentUser = async (request: FastifyRequest, reply: FastifyReply) =>
  userOf(await sessionOf(request, reply));
