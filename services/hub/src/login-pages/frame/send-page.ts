import type { ServerResponse } from 'node:http';
import type { PageAnswer } from '@platform/kit/http';

export const sendPage = (
  res: ServerResponse,
  { html, status = 200, headers }: PageAnswer,
): void => {
  const body = Buffer.from(html);
  for (const [name, value] of Object.entries(headers ?? {})) res.setHeader(name, value);
  res.writeHead(status, {
    'content-type': 'text/html; charset=utf-8',
    'content-length': body.length,
  });
  res.end(res.req.method === 'HEAD' ? undefined : body);
};

export const seeOther = (res: ServerResponse, location: string): void => {
  res.writeHead(303, { location, 'cache-control': 'no-store', 'content-length': 0 });
  res.end();
};
