/** A response of the management API. */
export interface ApiAnswer {
  status: number;
  body: Record<string, unknown>;
}

/** Calls the management API as one principal. */
export type ManagementApi = (method: string, path: string, body?: object) => Promise<ApiAnswer>;

/** See {@link ManagementApi}. */
export const managementApi =
  (gateway: string, token: string): ManagementApi =>
  async (method, path, body) => {
    const request: RequestInit = {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    };
    if (body) request.body = JSON.stringify(body);
    const answer = await fetch(`${gateway}/api/v1${path}`, request);
    return { status: answer.status, body: (await answer.json()) as ApiAnswer['body'] };
  };

/** Returns a successful response. @throws Error for any other */
export async function succeeded(call: Promise<ApiAnswer>): Promise<ApiAnswer['body']> {
  const { status, body } = await call;
  if (status >= 300) throw new Error(`The API returned ${status}: ${JSON.stringify(body)}`);
  return body;
}
