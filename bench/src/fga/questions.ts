import { documentOf, groupOfUser, partnerOf, perTeam, driveUser, wide } from './drive.ts';
import { chooser } from './random.ts';
import type { Choice, Random } from './random.ts';
import type { TeamTruth } from './truth.ts';

/** Whether the subject has the relation to the object. */
export interface Check {
  subject: string;
  relation: string;
  object: string;
}

/** The content of one request, and its only correct answer. */
export type MeasuredQuestion =
  | { kind: 'check'; check: Check; expected: boolean }
  | { kind: 'batch'; checks: Check[]; expected: boolean[] }
  | { kind: 'list'; subject: string; relation: string; type: string; expected: string[] };

/** Whom and what questions are about: chosen one way among the first teams of a tenant. */
export interface Picks {
  teams: number;
  choice: Choice;
  random: Random;
  truth: TeamTruth;
}

/** A kind of question. `bound` is what it may take, in milliseconds, and `peerHalf` that a peer takes twice as long at p99. */
export interface MeasuredOperation {
  name: string;
  /** Not where the object is always the same. */
  choices: readonly Choice[];
  ask(picks: Picks): () => MeasuredQuestion;
  bound?: { p50: number; p99: number };
  peerHalf?: true;
}

const both: readonly Choice[] = ['uniform', 'Zipf'];
const batchSize = 50;
const view = (subject: string, object: string): Check => ({ subject, relation: 'viewer', object });

function pickers({ teams, choice, random, truth }: Picks) {
  const team = chooser(choice, teams, random);
  const member = chooser(choice, perTeam.users, random);
  const deep = chooser(choice, perTeam.deepDocuments, random);
  const any = chooser(choice, perTeam.documents, random);
  return {
    team,
    member,
    deep,
    any,
    truth,
    /** A team that shares nothing with this one. */
    stranger(of: number): number {
      for (;;) {
        const other = team();
        if (other !== of && other !== partnerOf(of)) return other;
      }
    },
  };
}

const check = (asked: Check, expected: boolean): MeasuredQuestion => ({
  kind: 'check',
  check: asked,
  expected,
});

function directHit(picks: Picks): () => MeasuredQuestion {
  const { team, any, truth } = pickers(picks);
  return () => {
    for (;;) {
      const at = team();
      const object = documentOf(at, any());
      const user = truth
        .of(at)
        .named(object, 'viewer')
        .find((subject) => !subject.includes('#'));
      if (user) return check(view(user, object), true);
    }
  };
}

/** Only the root folder names the group, or a group around it. */
function deepHit(picks: Picks): () => MeasuredQuestion {
  const { team, member, deep, truth } = pickers(picks);
  return () => {
    for (;;) {
      const [at, n] = [team(), member()];
      const [user, object] = [driveUser(at, n), documentOf(at, deep())];
      const isNear = ['viewer', 'editor', 'owner'].some((relation) =>
        truth
          .of(at)
          .named(object, relation)
          .some((s) => s === user || s.includes('#')),
      );
      if (n !== 0 && groupOfUser(n) !== 'b' && !isNear) return check(view(user, object), true);
    }
  };
}

function deepMiss(picks: Picks): () => MeasuredQuestion {
  const { team, member, deep, stranger } = pickers(picks);
  return () => {
    const at = team();
    return check(view(driveUser(stranger(at), member()), documentOf(at, deep())), false);
  };
}

/** Half of them documents of the user's team, half of others. */
function batch(picks: Picks): () => MeasuredQuestion {
  const { team, member, any, stranger, truth } = pickers(picks);
  return () => {
    const at = team();
    const user = driveUser(at, member());
    const asked = new Map<string, boolean>();
    while (asked.size < batchSize) {
      const of = asked.size % 2 === 0 ? at : stranger(at);
      const object = documentOf(of, any());
      asked.set(object, of === at && truth.of(at).holds(user, 'viewer', object));
    }
    return {
      kind: 'batch',
      checks: [...asked.keys()].map((object) => view(user, object)),
      expected: [...asked.values()],
    };
  };
}

function listObjects(picks: Picks): () => MeasuredQuestion {
  const { team, member, truth } = pickers(picks);
  return () => {
    const at = team();
    const subject = driveUser(at, member());
    return {
      kind: 'list',
      subject,
      relation: 'viewer',
      type: 'document',
      expected: truth.documents(subject, at),
    };
  };
}

const amongWide =
  (object: string, count: number, prefix: string) =>
  ({ random }: Picks) =>
  (): MeasuredQuestion =>
    check(view(`user:${prefix}${Math.floor(random() * count)}`, object), true);
const outsideWide = (object: string) => (picks: Picks) => {
  const { team, member } = pickers(picks);
  return (): MeasuredQuestion => check(view(driveUser(team(), member()), object), false);
};

/** The measured operations; the bounds are one and a half times the engine's design goals on two cores. */
export const measuredOperations: readonly MeasuredOperation[] = [
  { name: 'direct hit', choices: both, ask: directHit, bound: { p50: 0.9, p99: 4.2 } },
  { name: 'hit through six folders', choices: both, ask: deepHit },
  {
    name: 'miss through six folders',
    choices: both,
    ask: deepMiss,
    bound: { p50: 3.3, p99: 5.55 },
    peerHalf: true,
  },
  {
    name: `batch of ${batchSize} for one subject`,
    choices: both,
    ask: batch,
    bound: { p50: 5.7, p99: 12.6 },
    peerHalf: true,
  },
  {
    name: 'document of 3,000 groups, hit',
    choices: ['uniform'],
    ask: amongWide(wide.byGroups, wide.groups, 'w'),
    bound: { p50: 1.05, p99: 2.7 },
    peerHalf: true,
  },
  {
    name: 'document of 3,000 groups, miss',
    choices: ['uniform'],
    ask: outsideWide(wide.byGroups),
    bound: { p50: 1.05, p99: 2.7 },
    peerHalf: true,
  },
  {
    name: 'document of 5,000 viewers, hit',
    choices: ['uniform'],
    ask: amongWide(wide.byViewers, wide.viewers, 'x'),
  },
  {
    name: 'document of 5,000 viewers, miss',
    choices: ['uniform'],
    ask: outsideWide(wide.byViewers),
  },
  { name: 'list-objects', choices: both, ask: listObjects },
];
