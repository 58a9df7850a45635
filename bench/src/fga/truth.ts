import { documentOf, partnerOf, perTeam, teamTuples } from './drive.ts';
import type { DriveTuple } from './drive.ts';

const computed: Record<string, readonly string[]> = { viewer: ['editor'], editor: ['owner'] };
const inherited = new Set(['viewer', 'editor']);

/** Answers by going through the tuples one by one, which is slow and plain. */
export function plainAnswers(tuples: Iterable<DriveTuple>) {
  const subjects = new Map<string, string[]>();
  for (const { object, relation, subject } of tuples) {
    const key = `${object}#${relation}`;
    const list = subjects.get(key);
    if (list) list.push(subject);
    else subjects.set(key, [subject]);
  }
  function holds(subject: string, relation: string, object: string, met: Set<string>): boolean {
    const key = `${object}#${relation}`;
    if (met.has(key)) return false;
    met.add(key);
    for (const held of subjects.get(key) ?? []) {
      if (held === subject) return true;
      const [inner, innerRelation] = held.split('#') as [string, string?];
      if (innerRelation !== undefined && holds(subject, innerRelation, inner, met)) return true;
    }
    if ((computed[relation] ?? []).some((other) => holds(subject, other, object, met))) return true;
    return (
      inherited.has(relation) &&
      (subjects.get(`${object}#parent`) ?? []).some((parent) =>
        holds(subject, relation, parent, met),
      )
    );
  }
  return {
    /** Whether the relation holds. Every path to it has to be among the tuples. */
    holds: (subject: string, relation: string, object: string): boolean =>
      holds(subject, relation, object, new Set()),
    /** Whom the object's relation names. */
    named: (object: string, relation: string): readonly string[] =>
      subjects.get(`${object}#${relation}`) ?? [],
  };
}

const keptTeams = 400;

/** The truth about teams, whose documents are shared only through their own groups and folders. */
export function teamTruth() {
  const kept = new Map<number, ReturnType<typeof plainAnswers>>();
  function of(team: number): ReturnType<typeof plainAnswers> {
    const known = kept.get(team);
    if (known) return known;
    if (kept.size >= keptTeams) kept.clear();
    const made = plainAnswers(teamTuples(team));
    kept.set(team, made);
    return made;
  }
  return {
    of,
    /** Documents that a user of the team views, in the order of their ids. */
    documents: (user: string, team: number): string[] =>
      [team, partnerOf(team)]
        .flatMap((t) =>
          Array.from({ length: perTeam.documents }, (_, n) => documentOf(t, n)).filter((document) =>
            of(t).holds(user, 'viewer', document),
          ),
        )
        .toSorted(),
  };
}
export type TeamTruth = ReturnType<typeof teamTruth>;
