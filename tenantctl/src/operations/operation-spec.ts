/** A member of a body, or a query parameter. */
export interface Field {
  /** Nested members with dots: `name.givenName`. */
  name: string;
  /** Of the value, or of each value in a list or map. `json` is any value; `object` has its members as further fields. */
  kind: 'text' | 'integer' | 'number' | 'boolean' | 'object' | 'json';
  list?: true;
  /** An object whose keys the caller chooses. */
  map?: true;
  values?: readonly (string | boolean)[];
  /** Of its parent: a member of an absent object is not required. */
  required?: true;
  nullable?: true;
  /** An object that can have further members. */
  open?: true;
  /** Must not be in the command line. */
  secret?: true;
  about?: string;
}

/** A parameter of the path. */
export interface PathParameter {
  name: string;
  values?: readonly string[];
  /** What its ids begin with, without the underscore. */
  prefix?: string;
}

/** An operation of the API as a command. */
export interface OperationSpec {
  operationId: string;
  /** The method of the SDK, such as `organizations.members.put`. */
  name: string;
  /** `GET /api/v1/directory/users` */
  request: string;
  summary: string;
  about?: string;
  scopes: readonly string[];
  /** One of the scopes suffices. */
  anyScope?: true;
  parameters?: readonly PathParameter[];
  query?: readonly Field[];
  body?: readonly Field[];
  bodyOptional?: true;
  /** Sets of members of which the body needs one. */
  alternatives?: readonly (readonly string[])[];
  /** The body is a file. */
  octets?: true;
  /** The result is `data`: of one page after another, or of a single response. */
  list?: 'pages' | 'whole';
  columns?: readonly string[];
  /** The result is a file. */
  file?: true;
  /** The operation runs once for each idempotency key. */
  keyed?: true;
  /** The request can depend on the version of the resource. */
  conditional?: true;
  preview?: true;
  /** The result has a secret that is returned only once. */
  secretResult?: true;
}

/** A resource of the SDK: methods, and resources below it. */
export type Methods = (client: never) => object;

/** An area of the API, loaded when it is used. */
export interface Area {
  name: string;
  /** Its heading in the help. */
  group: string;
  about: string;
  operations: () => Promise<{ operations: readonly OperationSpec[] }>;
  methods: () => Promise<Methods>;
}
