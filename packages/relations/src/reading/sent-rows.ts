import { classOf, subjectKeyText } from './tuple-reader.ts';
import type { FoundTuple, SubjectClass, SubjectKey } from './tuple-reader.ts';

/** A row as sent: `tag` is its arm and the number of its object, and `names` has few distinct values. */
export interface SentRow {
  tag: number;
  names: string | null;
  id: string | null;
  condition: string | null;
  context: Record<string, unknown> | null;
  expiresMs: number | null;
  of?: string | null;
}

/** Of a tuple: the relation of its object, and the form of its subject. */
interface Names {
  objectRelation: string;
  type: string;
  relation: string;
}

/** A stored tuple, its subject as text, and the arm that found it. */
export interface ReadTuple extends FoundTuple {
  arm: number;
  objectRelation: string;
  class: SubjectClass;
  key: string;
}

/** A userset that contains one of the sets of subjects. */
export interface ClosedRow {
  key: SubjectKey;
  subjects: number;
  distance: number;
  expiresAt: number | undefined;
}

export const armOf = ({ tag }: SentRow): number => tag % 8;
export const numberOf = ({ tag }: SentRow): number => Math.floor(tag / 8);

/** Takes rows apart; each text of names once. */
export function rowParser() {
  const known = new Map<string, Names>();
  const namesOf = (text: string): Names => {
    let names = known.get(text);
    if (!names) {
      const [objectRelation, type, relation] = text.split(' ') as [string, string, string];
      known.set(text, (names = { objectRelation, type, relation }));
    }
    return names;
  };
  return {
    tuple(row: SentRow): ReadTuple {
      const { objectRelation, type, relation } = namesOf(row.names as string);
      const found = {
        arm: armOf(row),
        objectRelation,
        type,
        id: row.id as string,
        relation,
        condition: row.condition ?? undefined,
        context: row.context ?? undefined,
        expiresAt: row.expiresMs ?? undefined,
        class: '',
        key: '',
      };
      found.class = classOf(found);
      found.key = subjectKeyText(found);
      return found;
    },
    closed(row: SentRow): ClosedRow {
      const { objectRelation, type, relation } = namesOf(row.names as string);
      return {
        key: { type, id: row.id as string, relation },
        subjects: numberOf(row),
        distance: Number(objectRelation),
        expiresAt: row.expiresMs ?? undefined,
      };
    },
  };
}

export type RowParser = ReturnType<typeof rowParser>;
