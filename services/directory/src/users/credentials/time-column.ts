import { sql } from '@platform/kit/database';

/**
 * The time of creation in RFC 3339 to the microsecond: a Date would lose the digits that order two
 * credentials.
 */
export const asOf = sql<string>`to_char(created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;
