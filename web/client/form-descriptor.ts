/** A property of a request body, as far as it can be described without a validator. */
export interface FieldDescriptor {
  /** Nested properties have dots: `name.givenName`. */
  name: string;
  kind: 'text' | 'integer' | 'number' | 'boolean' | 'object' | 'json';
  /** The only values that are allowed. */
  values?: readonly string[];
  /** A list of such values; the limits are those of an entry. */
  list?: boolean;
  /** An object with keys of the caller's choice. */
  map?: boolean;
  /** The object has further keys than those described. */
  open?: boolean;
  required?: boolean;
  /** `null` clears it. */
  nullable?: boolean;
  /** It is write-only, and must not be shown. */
  secret?: boolean;
  about?: string;
  /** As in JSON Schema. */
  format?: string;
  pattern?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  maxItems?: number;
}

/** The body of an operation. */
export interface FormDescriptor {
  operationId: string;
  fields: readonly FieldDescriptor[];
  /** Sets of properties of which one is required. */
  oneOf?: readonly (readonly string[])[];
}
