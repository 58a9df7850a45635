/** How one method of a resource is called over HTTP. The rows are generated from the catalogue of operations. */
export interface OperationRow {
  /** The method's name, such as `users.list`. */
  name: string;
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Template with `{parameter}` segments. */
  path: string;
  /** Names of the query parameters. */
  query?: readonly string[];
  /** It only reads, although it is a POST. */
  reads?: true;
  /** It takes `ifMatch`. */
  conditional?: true;
  /** Its path parameter is free text, in which `/` is allowed. */
  text?: true;
  /** The response is not JSON. */
  file?: true;
  /** The body is not JSON. */
  octets?: true;
  /** Seconds that the first byte can take, where that exceeds the usual 10. */
  seconds?: number;
}

/** Whether the platform stores the response of this operation for an idempotency key. */
export const takesKey = ({ method, reads }: OperationRow): boolean => method === 'POST' && !reads;

/** Whether repeating a request has no further effect, so that it needs no key. */
export const isRepeatable = ({ method, reads }: OperationRow): boolean =>
  reads === true || method === 'GET' || method === 'PUT' || method === 'DELETE';
