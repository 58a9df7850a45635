import { jsonDialect } from '@platform/kit/http';
import type { Codec } from '@platform/kit/http';

/** SSF responds to an invalid body with 400, where the API responds with 422. */
const statusOf = (status: number): number => (status === 422 ? 400 : status);

/** The dialect of SSF 1.0 and RFC 8936: JSON, errors as `{ err, description }`. */
export const ssfCodec: Codec = jsonDialect({
  accepts: () => ['application/json'],
  contentType: 'application/json',
  renderProblem: (problem) => {
    const { code, detail, title } = problem.body();
    return {
      status: statusOf(problem.status),
      contentType: 'application/json',
      text: JSON.stringify({ err: code, description: detail ?? title }),
    };
  },
});
