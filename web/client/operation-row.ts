/** What an operation of the API requires of its caller. */
export interface OperationRow {
  scopes: readonly string[];
  /** One of the scopes is enough. */
  isAnyScope?: boolean;
  /** The longest time since the user signed in, in seconds. */
  stepUpSeconds?: number;
}

/** How an operation is called. */
export interface RequestRow {
  method: string;
  /** Template with `{parameter}` segments. */
  path: string;
  /** Method of the SDK, such as `users.list`. */
  call: string;
  /** Command of `tenantctl`, such as `users list`. */
  command: string;
  summary: string;
}
