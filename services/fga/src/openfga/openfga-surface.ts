import { openfgaErrorOf, openfgaOperations } from '@platform/contracts';
import { gatewayAuthenticator, jsonDialect, operationSurface, serve } from '@platform/kit/http';
import type { Codec, Handlers, Surface } from '@platform/kit/http';
import { asProblem, problem } from '@platform/kit/problem';
import type { Problem } from '@platform/kit/problem';
import type { RequestLine } from '@platform/kit/routing';
import type { Platform } from '@platform/kit/service';
import { currentScope } from '@platform/kit/telemetry';

const contentType = 'application/json';
const errorOf = (problem: Problem) => openfgaErrorOf(problem, problem.status);

/** The paths of AuthZEN, which OpenFGA serves only if it is configured to; ours are below `/api/v1/fga`. */
const isAuthzen = ({ segments }: RequestLine): boolean => segments[3] === 'access';
const notServed = problem('not_implemented', {
  detail: 'AuthZEN is served at /api/v1/fga/access/v1',
});

/** The dialect of OpenFGA: JSON, errors as `{ code, message }`. */
const openfgaCodec: Codec = jsonDialect({
  accepts: () => [contentType],
  contentType,
  renderProblem: (problem) => {
    const { status, code, message } = errorOf(problem);
    return { status, contentType, text: JSON.stringify({ code, message }) };
  },
});

/** `/openfga/**`: the HTTP API of OpenFGA, with a token of the platform. */
export function openfgaSurface(
  { db, secrets, log, metrics, gateway }: Platform,
  handlers: Handlers<typeof openfgaOperations>,
): Surface {
  const requests = metrics.counter('fga_openfga_requests_total');
  const count = (code: string): void => {
    const { operationId: operation = 'none' } = currentScope()?.access ?? {};
    requests.inc({ operation, code });
  };
  const surface = operationSurface({
    owns: ({ segments }) => segments[0] === 'openfga',
    db,
    secrets,
    log,
    codec: openfgaCodec,
    mounts: [serve(openfgaOperations, handlers)],
    authenticator: gatewayAuthenticator(gateway),
  });
  return {
    ...surface,
    async handle(req, res, at) {
      res.setHeader('fga-request-id', at.requestId);
      try {
        await surface.handle(req, res, at);
        count('ok');
      } catch (thrown) {
        const error = asProblem(thrown);
        const shown = error.code === 'not_found' && isAuthzen(at.line) ? notServed : error;
        count(errorOf(shown).code);
        throw shown;
      }
    },
  };
}
