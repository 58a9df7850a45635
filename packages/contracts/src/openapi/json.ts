/** A JSON object. */
export type JsonObject = { [member: string]: unknown };
