import { Agent, request } from 'node:http';

/** An answer, whole, and how long it took from the first byte sent to the last received, in milliseconds. */
export interface Timed {
  status: number;
  body: string;
  ms: number;
}

/** Calls one origin over connections that stay open. */
export function keepAlive(origin: string, headers: () => Record<string, string>) {
  const agent = new Agent({ keepAlive: true, maxSockets: 64 });
  const { hostname, port } = new URL(origin);
  return {
    call: (method: string, path: string, body?: unknown): Promise<Timed> =>
      new Promise((resolve, reject) => {
        const text = body === undefined ? undefined : JSON.stringify(body);
        const startedAt = performance.now();
        const sent = request(
          {
            agent,
            hostname,
            port,
            method,
            path,
            headers: {
              ...headers(),
              ...(text === undefined
                ? {}
                : {
                    'content-type': 'application/json',
                    'content-length': Buffer.byteLength(text),
                  }),
            },
          },
          (answer) => {
            const chunks: Buffer[] = [];
            answer
              .on('data', (chunk: Buffer) => chunks.push(chunk))
              .on('error', reject)
              .on('end', () =>
                resolve({
                  status: answer.statusCode ?? 0,
                  body: Buffer.concat(chunks).toString(),
                  ms: performance.now() - startedAt,
                }),
              );
          },
        );
        sent.on('error', reject);
        sent.end(text);
      }),
    close: () => agent.destroy(),
  };
}

/** See {@link keepAlive}. */
export type KeepAlive = ReturnType<typeof keepAlive>;
