interface NodeMessage {
  method: string;
  path: string;
  headers: Readonly<Record<string, string | string[] | undefined>>;
  body: Uint8Array<ArrayBuffer>;
}

/** A standard request with the headers and the raw body of one of Node. Its host is not that of the client. */
export function standardRequest({ method, path, headers, body }: NodeMessage): Request {
  const standard = new Headers();
  for (const [name, value] of Object.entries(headers))
    for (const one of [value ?? []].flat()) standard.append(name, one);
  const hasBody = method !== 'GET' && method !== 'HEAD';
  const url = `http://localhost${path}`;
  return new Request(url, { method, headers: standard, ...(hasBody && { body }) });
}
