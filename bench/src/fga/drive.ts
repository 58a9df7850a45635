import { seeded } from './random.ts';

/** A relation tuple. */
export interface DriveTuple {
  object: string;
  relation: string;
  subject: string;
}

/** Folders whose editors and viewers have access to their content, and nested groups. */
export const driveModel = `model
  schema 1.1

type user

type group
  relations
    define member: [user, group#member]

type folder
  relations
    define parent: [folder]
    define owner: [user]
    define editor: [user, group#member] or owner or editor from parent
    define viewer: [user, user:*, group#member] or editor or viewer from parent

type document
  relations
    define parent: [folder]
    define owner: [user]
    define editor: [user, group#member] or owner or editor from parent
    define viewer: [user, user:*, group#member] or editor or viewer from parent
`;

/** Of one team; with them it has 200 tuples, 201 when its groups are a cycle. */
export const perTeam = { tuples: 200, users: 20, documents: 60, deepDocuments: 40 };
/** Documents shared with many. Groups contain one user each; one in ten also contains its neighbor. */
export const wide = {
  groups: 3_000,
  viewers: 5_000,
  byGroups: 'document:wide-by-groups',
  byViewers: 'document:wide-by-viewers',
};

const foldersAt = [1, 2, 4, 4, 4, 4];
const deepest = foldersAt.length - 1;
const shares = { viewers: 15, partners: 4, groups: 10, editors: 5 };
const groupNames = ['all', 'a', 'b', 'c', 'a1'] as const;
type GroupName = (typeof groupNames)[number];

export const driveUser = (team: number, n: number): string => `user:t${team}u${n}`;
export const groupOf = (team: number, name: GroupName): string => `group:t${team}-${name}`;
const folderOf = (team: number, level: number, n: number): string =>
  `folder:t${team}-${level}-${n}`;
export const documentOf = (team: number, n: number): string => `document:t${team}d${n}`;
/** The group that the n-th user of a team is in: `a1` is in `a`, and `a`, `b` and `c` are in `all`. */
export const groupOfUser = (n: number): GroupName =>
  (['a1', 'b', 'c', 'a'] as const)[n % 4] as GroupName;
/** The other of two teams that share a little with each other. */
export const partnerOf = (team: number): number => team ^ 1;
export const isCyclic = (team: number): boolean => team % 50 === 7;

function* groupTuples(team: number): Generator<DriveTuple> {
  const member = (group: GroupName, subject: string): DriveTuple => ({
    object: groupOf(team, group),
    relation: 'member',
    subject,
  });
  const inside = (group: GroupName, inner: GroupName): DriveTuple =>
    member(group, `${groupOf(team, inner)}#member`);
  for (const inner of ['a', 'b', 'c'] as const) yield inside('all', inner);
  yield inside('a', 'a1');
  if (isCyclic(team)) yield inside('a1', 'all');
  for (let n = 0; n < perTeam.users; n++) yield member(groupOfUser(n), driveUser(team, n));
}

function* folderTuples(team: number): Generator<DriveTuple> {
  for (let level = 1; level <= deepest; level++) {
    const [count, above] = [foldersAt[level] as number, foldersAt[level - 1] as number];
    for (let n = 0; n < count; n++)
      yield {
        object: folderOf(team, level, n),
        relation: 'parent',
        subject: folderOf(team, level - 1, Math.floor((n * above) / count)),
      };
  }
  yield {
    object: folderOf(team, 0, 0),
    relation: 'viewer',
    subject: `${groupOf(team, 'all')}#member`,
  };
  yield { object: folderOf(team, 0, 0), relation: 'owner', subject: driveUser(team, 0) };
  yield {
    object: folderOf(team, 2, 1),
    relation: 'editor',
    subject: `${groupOf(team, 'b')}#member`,
  };
  yield {
    object: folderOf(team, 3, 2),
    relation: 'viewer',
    subject: driveUser(partnerOf(team), 2),
  };
}

/** The first documents lie in the deepest folders, the others in those between. */
function parentOfDocument(team: number, n: number): string {
  if (n < perTeam.deepDocuments) return folderOf(team, deepest, n % 4);
  const level = 1 + (n % (deepest - 1));
  return folderOf(team, level, n % (foldersAt[level] as number));
}

function* documentTuples(team: number): Generator<DriveTuple> {
  const random = seeded(team + 1);
  const below = (count: number): number => Math.floor(random() * count);
  for (let n = 0; n < perTeam.documents; n++) {
    yield { object: documentOf(team, n), relation: 'parent', subject: parentOfDocument(team, n) };
    yield {
      object: documentOf(team, n),
      relation: 'owner',
      subject: driveUser(team, below(perTeam.users)),
    };
  }
  const made = new Set<string>();
  function* distinct(
    count: number,
    relation: string,
    subject: () => string,
  ): Generator<DriveTuple> {
    for (let left = count; left > 0;) {
      const tuple = {
        object: documentOf(team, below(perTeam.documents)),
        relation,
        subject: subject(),
      };
      const key = `${tuple.object}#${relation}@${tuple.subject}`;
      if (made.has(key)) continue;
      made.add(key);
      left--;
      yield tuple;
    }
  }
  yield* distinct(shares.viewers, 'viewer', () => driveUser(team, below(perTeam.users)));
  yield* distinct(shares.partners, 'viewer', () =>
    driveUser(partnerOf(team), below(perTeam.users)),
  );
  yield* distinct(
    shares.groups,
    'viewer',
    () => `${groupOf(team, groupNames[below(groupNames.length)] as GroupName)}#member`,
  );
  yield* distinct(shares.editors, 'editor', () => driveUser(team, below(perTeam.users)));
}

/** A team's drive: folders six deep, what lies in them, its groups, and what it shares with its partner. Always the same. */
export function* teamTuples(team: number): Generator<DriveTuple> {
  yield* groupTuples(team);
  yield* folderTuples(team);
  yield* documentTuples(team);
}

/** The wide documents and their viewers. */
export function* wideTuples(): Generator<DriveTuple> {
  for (let n = 0; n < wide.groups; n++) {
    yield { object: wide.byGroups, relation: 'viewer', subject: `group:w${n}#member` };
    yield { object: `group:w${n}`, relation: 'member', subject: `user:w${n}` };
    if (n % 10 === 9)
      yield { object: `group:w${n}`, relation: 'member', subject: `group:w${n - 1}#member` };
  }
  for (let n = 0; n < wide.viewers; n++)
    yield { object: wide.byViewers, relation: 'viewer', subject: `user:x${n}` };
}

/** All tuples of a tenant with this many teams. */
export function* driveTuples(teams: number): Generator<DriveTuple> {
  yield* wideTuples();
  for (let team = 0; team < teams; team++) yield* teamTuples(team);
}

/** Lists of `size`, the last one shorter. */
export function* inLists<T>(items: Iterable<T>, size: number): Generator<T[]> {
  let list: T[] = [];
  for (const item of items) {
    list.push(item);
    if (list.length === size) {
      yield list;
      list = [];
    }
  }
  if (list.length > 0) yield list;
}
