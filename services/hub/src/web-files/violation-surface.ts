import type { IncomingMessage } from 'node:http';
import { parseJson, readBody } from '@platform/kit/http';
import type { Surface } from '@platform/kit/http';
import { methodNotAllowed, problem } from '@platform/kit/problem';
import { noteAccess } from '@platform/kit/telemetry';
import type { Logger } from '@platform/kit/telemetry';
import type { OAuthLimits } from '../authorization-server/oauth-limits.ts';
import type { WebHostOf } from '../web-sessions/web-request.ts';

export interface ViolationSurfaceOptions {
  hostOf: WebHostOf;
  limits: Pick<OAuthLimits, 'address' | 'tenant'>;
  addressOf: (req: IncomingMessage) => string;
  log: Logger;
}

const maxBytes = 32_768;
const maxReports = 10;
const longestText = 300;

/** The members of a report that say what was blocked; not the address of the page, which may name a user. */
const shown = ['blockedURL', 'effectiveDirective', 'sourceFile', 'lineNumber'] as const;

function violationIn(report: unknown): Record<string, string> {
  const { body } = (report ?? {}) as { body?: Record<string, unknown> };
  return Object.fromEntries(
    shown.flatMap((name) =>
      body?.[name] === undefined ? [] : [[name, String(body[name]).slice(0, longestText)]],
    ),
  );
}

/** `/web/reports`: logs what the content policy of the web applications blocked in a browser (Reporting API). */
export const violationSurface = ({
  hostOf,
  limits,
  addressOf,
  log,
}: ViolationSurfaceOptions): Surface => ({
  owns: ({ segments }) => segments.join('/') === 'web/reports',
  async handle(req, res) {
    noteAccess({ operationId: 'webReport' });
    if (req.method !== 'POST') throw methodNotAllowed(req.method, ['POST']);
    const { tenant } = await hostOf(req);
    const headers = limits.address(addressOf(req)) ?? limits.tenant(tenant);
    if (headers) throw problem('rate_limited', { headers });
    const reports = parseJson(await readBody(req, maxBytes));
    for (const report of [reports].flat().slice(0, maxReports))
      log.warn(
        { tenantId: tenant.id, ...violationIn(report) },
        'the content policy of a web application was violated',
      );
    res.writeHead(204).end();
  },
});
