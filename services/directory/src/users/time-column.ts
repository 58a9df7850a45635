/** A column of times as SQL that returns RFC 3339 to the microsecond; a Date would lose what tells two of them apart. */
export const timeOf = (column: string): string =>
  `to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;
