/** Rows whose columns equal these values: null matches NULL, a list matches each of its values. */
export type Match<Row> = {
  [C in keyof Row]?: Row[C] | Extract<Row[C], Listed>[] | readonly Extract<Row[C], Listed>[];
};
type Listed = string | number | Buffer;

type ColumnOf<Row> = keyof Row & string;

/** How a list is ordered and bounded. */
export interface ListOptions<Row> {
  where?: Match<Row>;
  /** Columns, each ascending unless `desc` follows its name. */
  orderBy:
    ColumnOf<Row> | `${ColumnOf<Row>} desc` | readonly (ColumnOf<Row> | `${ColumnOf<Row>} desc`)[];
  limit?: number;
  /** Leaves out the first rows (`OFFSET`); a page behind a row costs less. */
  skip?: number;
  /** Locks the rows until the transaction ends: against every change, or against changes by others (`FOR SHARE`). */
  lock?: 'update' | 'share';
}

/** A keyset page: the rows behind one row. */
export interface PageOptions<Row> {
  where?: Match<Row>;
  /** The columns that order the list, unique together. */
  by: ColumnOf<Row> | readonly ColumnOf<Row>[];
  /** Default: newest first. */
  ascending?: boolean;
  /** The values of these columns in the last row of the page before. */
  behind?: string | number | readonly (string | number)[] | undefined;
  limit: number;
}
