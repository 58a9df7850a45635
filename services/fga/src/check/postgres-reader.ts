import type { Tx } from '@platform/kit/database';
import { bySubject, classOf, subjectKeyText } from './tuple-reader.ts';
import type { Closure, ClosureEdges, ClosureRow, FoundObject, FoundTuple, LevelReads, ReverseLookup, SubjectKey, TupleReader } from './tuple-reader.ts';

interface TupleRow { arm: number; n: number; type: string; id: string; relation: string; condition: string | null; context: Record<string, unknown> | null; expires_ms: number | null }

const foundOf = (row: TupleRow): FoundTuple => ({
  type: row.type, id: row.id, relation: row.relation, condition: row.condition ?? undefined, context: row.context ?? undefined, expiresAt: row.expires_ms ?? undefined,
});

const columns = 't.subject_type AS type, t.subject_id AS id, t.subject_relation AS relation, t.condition_name AS condition, t.condition_context AS context, (extract(epoch FROM t.expires_at) * 1000)::float8 AS expires_ms';
const live = '(t.expires_at IS NULL OR t.expires_at > now())';

// Each arm is an index probe: LIMIT keeps the planner from turning it into a join over the table.
const levelSql = `
SELECT 0 AS arm, p.n, f.* FROM unnest($2::int[], $3::int[], $4::text[], $5::text[], $6::text[], $7::text[]) AS p(n, subjects, object_type, object_id, relation, class)
  JOIN unnest($8::int[], $9::text[], $10::text[], $11::text[], $12::text[]) AS s(subjects, class, type, id, subject_relation) ON s.subjects = p.subjects AND s.class = p.class
  CROSS JOIN LATERAL (SELECT ${columns} FROM relation_tuples t
    WHERE t.tenant_id = $1 AND t.object_type = p.object_type AND t.object_id = p.object_id AND t.relation = p.relation
      AND t.subject_type = s.type AND t.subject_id = s.id AND t.subject_relation = s.subject_relation AND ${live} LIMIT 1) f
UNION ALL
SELECT 1, c.n, f.* FROM unnest($13::int[], $14::text[], $15::text[], $16::text[], $17::text[], $18::text[], $19::boolean[], $20::int[]) AS c(n, object_type, object_id, relation, type, subject_relation, wildcard, up_to)
  CROSS JOIN LATERAL (SELECT ${columns} FROM relation_tuples t
    WHERE t.tenant_id = $1 AND t.object_type = c.object_type AND t.object_id = c.object_id AND t.relation = c.relation
      AND t.subject_type = c.type AND t.subject_relation = c.subject_relation AND (t.subject_id = '*') = c.wildcard AND ${live}
    ORDER BY t.subject_id LIMIT c.up_to) f`;

const reverseSql = `
SELECT l.n, f.* FROM unnest($2::int[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::int[]) AS l(n, type, id, subject_relation, relation, object_type, up_to)
  CROSS JOIN LATERAL (SELECT t.object_id AS id, t.condition_name AS condition, t.expires_at IS NOT NULL AS expires FROM relation_tuples t
    WHERE t.tenant_id = $1 AND t.subject_type = l.type AND t.subject_id = l.id AND t.subject_relation = l.subject_relation
      AND t.relation = l.relation AND t.object_type = l.object_type AND ${live}
    ORDER BY t.object_id LIMIT l.up_to) f`;

// From the subject over the reverse index; every row costs one probe, and the LIMIT ends the recursion.
const closureSql = `
WITH RECURSIVE edge AS (SELECT * FROM unnest($5::text[], $6::text[], $7::text[], $8::text[], $9::boolean[]) AS e(object_type, relation, subject_type, subject_relation, wildcard)),
computed AS (SELECT * FROM unnest($10::text[], $11::text[], $12::text[], $13::int[]) AS c(type, relation, into_relation, hops)),
reached(type, id, relation, distance, expires_ms) AS (
  SELECT s.type COLLATE "C", s.id COLLATE "C", s.relation COLLATE "C", s.distance, NULL::float8 FROM unnest($2::text[], $3::text[], $4::text[], $14::int[]) AS s(type, id, relation, distance)
  UNION
  SELECT t.object_type, t.object_id, (c.into_relation)::text COLLATE "C", r.distance + 1 + c.hops, t.expires_ms
  FROM reached r
  JOIN edge e ON e.subject_type = r.type AND e.subject_relation = r.relation AND e.wildcard = (r.id = '*')
  CROSS JOIN LATERAL (SELECT t.object_type, t.object_id, (extract(epoch FROM t.expires_at) * 1000)::float8 AS expires_ms FROM relation_tuples t
    WHERE t.tenant_id = $1 AND t.subject_type = r.type AND t.subject_id = r.id AND t.subject_relation = r.relation
      AND t.relation = e.relation AND t.object_type = e.object_type AND t.condition_name IS NULL AND ${live} ORDER BY t.object_id LIMIT $15) t
  JOIN computed c ON c.type = t.object_type AND c.relation = e.relation
  WHERE r.distance <= $16
)
SELECT type, id, relation, distance, expires_ms FROM reached LIMIT $15`;

function probeArrays({ probes, subjects }: LevelReads) {
  const wanted = probes.flatMap((p, n) => p.classes.map((cls) => ({ ...p, n, cls })));
  const keys = subjects.flatMap((set, number) => set.map((key) => ({ key, number, cls: classOf(key) })));
  return [
    wanted.map((p) => p.n), wanted.map((p) => p.subjects), wanted.map((p) => p.objectType), wanted.map((p) => p.objectId), wanted.map((p) => p.relation), wanted.map((p) => p.cls),
    keys.map((k) => k.number), keys.map((k) => k.cls), keys.map((k) => k.key.type), keys.map((k) => k.key.id), keys.map((k) => k.key.relation),
  ];
}

function scanArrays({ scans }: LevelReads) {
  const forms = scans.flatMap((s, n) => s.forms.map((form) => ({ ...s, n, form })));
  return [
    forms.map((f) => f.n), forms.map((f) => f.objectType), forms.map((f) => f.objectId), forms.map((f) => f.relation),
    forms.map((f) => f.form.type), forms.map((f) => f.form.relation), forms.map((f) => f.form.wildcard ?? false), forms.map((f) => f.limit),
  ];
}

async function closure(tx: Tx, seeds: readonly ClosureRow[], edges: ClosureEdges, { maxDepth, maxRows }: { maxDepth: number; maxRows: number }): Promise<Closure> {
  const forms = edges.tuples.map((edge) => {
    const wildcard = edge.subject.endsWith(':*');
    const [type, relation = ''] = (wildcard ? edge.subject.slice(0, -2) : edge.subject).split('#') as [string, string?];
    return { ...edge, subjectType: type, subjectRelation: relation, wildcard };
  });
  const bound = maxRows + seeds.length + 1;
  const rows = await tx.prepared<SubjectKey & { distance: number; expires_ms: number | null }>('fga closure', closureSql, [
    tx.context.tenantId, seeds.map((s) => s.key.type), seeds.map((s) => s.key.id), seeds.map((s) => s.key.relation),
    forms.map((f) => f.type), forms.map((f) => f.relation), forms.map((f) => f.subjectType), forms.map((f) => f.subjectRelation), forms.map((f) => f.wildcard),
    edges.computed.map((c) => c.type), edges.computed.map((c) => c.relation), edges.computed.map((c) => c.into), edges.computed.map((c) => c.hops),
    seeds.map((s) => s.distance), bound, maxDepth,
  ]);
  const known = new Map(seeds.map((seed) => [subjectKeyText(seed.key), seed.distance]));
  const nearest = new Map<string, ClosureRow>();
  let expiresAt: number | undefined;
  for (const { distance, expires_ms: expires, ...key } of rows) {
    if (expires !== null && (expiresAt === undefined || expires < expiresAt)) expiresAt = expires;
    const text = subjectKeyText(key);
    if (distance < Math.min(known.get(text) ?? Infinity, nearest.get(text)?.distance ?? Infinity)) nearest.set(text, { key, distance });
  }
  const within = [...nearest.values()].filter((row) => row.distance <= maxDepth);
  const beyond = within.length < nearest.size && [...nearest].some(([text, row]) => row.distance > maxDepth && !known.has(text));
  return { rows: within, cut: rows.length >= bound || beyond, expiresAt };
}

/** Reads the tenant's tuples in the transaction's snapshot, one statement for everything that a level asks. */
export function postgresReader(tx: Tx): TupleReader {
  const tenantId = tx.context.tenantId;
  return {
    closure: (seeds, edges, limits) => closure(tx, seeds, edges, limits),
    async level(reads) {
      const rows = await tx.prepared<TupleRow>('fga level', levelSql, [tenantId, ...probeArrays(reads), ...scanArrays(reads)]);
      const probes: FoundTuple[][] = reads.probes.map(() => []);
      const scans: FoundTuple[][] = reads.scans.map(() => []);
      for (const row of rows) (row.arm === 0 ? probes : scans)[row.n]?.push(foundOf(row));
      return { probes, scans: scans.map((found, n) => found.sort(bySubject).slice(0, reads.scans[n]?.limit)) };
    },
    async reverse(lookups: readonly ReverseLookup[]) {
      const rows = await tx.prepared<FoundObject & { n: number }>('fga reverse', reverseSql, [
        tenantId, lookups.map((_, n) => n), lookups.map((l) => l.subject.type), lookups.map((l) => l.subject.id), lookups.map((l) => l.subject.relation),
        lookups.map((l) => l.relation), lookups.map((l) => l.objectType), lookups.map((l) => l.limit),
      ]);
      const found: FoundObject[][] = lookups.map(() => []);
      for (const { n, id, condition, expires } of rows) found[n]?.push({ id, condition: condition ?? undefined, expires });
      return found;
    },
  };
}
