const columns = 't.subject_type AS type, t.subject_id AS id, t.subject_relation AS relation, t.condition_name AS condition, t.condition_context AS context, (extract(epoch FROM t.expires_at) * 1000)::float8 AS expires_ms';
const live = '(t.expires_at IS NULL OR t.expires_at > now())';
/** Held before rows are counted: what the model takes no more must not stand in the way of what it takes. `*`: without a condition. */
const taken = (conditions: string): string => `coalesce(t.condition_name, '*') = ANY (string_to_array(${conditions}, ' '))`;

// From the subject over the reverse index; every row costs one probe, and the LIMIT ends the recursion.
const closureParts = (first: number): string => {
  const p = (n: number): string => `$${first + n}`;
  return `
edge AS (SELECT * FROM unnest(${p(0)}::text[], ${p(1)}::text[], ${p(2)}::text[], ${p(3)}::text[], ${p(4)}::boolean[]) AS e(object_type, relation, subject_type, subject_relation, wildcard)),
computed AS (SELECT * FROM unnest(${p(5)}::text[], ${p(6)}::text[], ${p(7)}::text[], ${p(8)}::int[]) AS c(type, relation, into_relation, hops)),
reached(subjects, type, id, relation, distance, expires_ms) AS (
  SELECT s.subjects, s.type COLLATE "C", s.id COLLATE "C", s.relation COLLATE "C", s.distance, NULL::float8
  FROM unnest(${p(9)}::int[], ${p(10)}::text[], ${p(11)}::text[], ${p(12)}::text[], ${p(13)}::int[]) AS s(subjects, type, id, relation, distance)
  UNION
  SELECT r.subjects, t.object_type, t.object_id, (c.into_relation)::text COLLATE "C", r.distance + 1 + c.hops, t.expires_ms
  FROM reached r
  JOIN edge e ON e.subject_type = r.type AND e.subject_relation = r.relation AND e.wildcard = (r.id = '*')
  CROSS JOIN LATERAL (SELECT t.object_type, t.object_id, (extract(epoch FROM t.expires_at) * 1000)::float8 AS expires_ms FROM relation_tuples t
    WHERE t.tenant_id = $1 AND t.subject_type = r.type AND t.subject_id = r.id AND t.subject_relation = r.relation
      AND t.relation = e.relation AND t.object_type = e.object_type AND t.condition_name IS NULL AND ${live} ORDER BY t.object_id LIMIT ${p(14)}) t
  JOIN computed c ON c.type = t.object_type AND c.relation = e.relation
  WHERE r.distance <= ${p(15)}
),
closed AS MATERIALIZED (SELECT subjects, type, id, relation, distance, expires_ms FROM reached LIMIT ${p(14)})`;
};

/**
 * Settings of the transactions that search. Statements are planned once a connection: their lists differ, what is done with them
 * does not. The planner takes the rows of a look-up for one, and would rather sort all of them than merge partitions of which
 * only one is read: without sorts it reads the first rows off the index and stops.
 */
export const searchSettings = `set_config('plan_cache_mode', 'force_generic_plan', true) AS plans, set_config('enable_sort', 'off', true) AS sorts`;

/** The usersets that hold a subject. */
export const closureSql = `WITH RECURSIVE ${closureParts(2)} SELECT * FROM closed`;

/*
 * Arm 0: an object with at most $22 rows is read whole, by one range of the primary key, and what nobody asked for is left out. Arms 1
 * and 2, for objects with more: one probe a key, and the first rows of each form. LIMIT keeps the planner from turning
 * a probe into a join over the table.
 */
const levelOf = (opening: boolean): string => `WITH ${opening ? `RECURSIVE ${closureParts(23)},` : ''}
o AS MATERIALIZED (SELECT * FROM unnest($2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::int[]) WITH ORDINALITY AS o(object_type, object_id, relations, kept, sets, up_to, n)),
k AS MATERIALIZED (SELECT * FROM unnest($17::int[], $18::text[], $19::text[], $20::text[], $21::text[]) AS k(subjects, class, type, id, relation)
  ${opening ? `UNION SELECT subjects, type || '#' || relation, type, id, relation FROM closed WHERE relation <> ''` : ''}),
few AS MATERIALIZED (SELECT o.n, f.* FROM o
  CROSS JOIN LATERAL (SELECT t.relation AS held, ${columns}, t.relation = ANY (string_to_array(o.kept, ' ')) AS kept, ${live} AS live FROM relation_tuples t
    WHERE t.tenant_id = $1 AND t.object_type = o.object_type AND t.object_id = o.object_id LIMIT $22::int + 1) f),
wide AS MATERIALIZED (SELECT n FROM few GROUP BY n HAVING count(*) > $22::int)
SELECT 0 AS arm, few.n::int, held, type, id, relation, condition, context, expires_ms, 0 AS distance FROM few
  WHERE live AND (kept OR (type, id, relation) IN (SELECT type, id, relation FROM k)) AND n NOT IN (SELECT n FROM wide)
UNION ALL
SELECT 1, o.n::int, c.relation, f.*, 0 FROM wide JOIN o ON o.n = wide.n
  JOIN unnest($8::text[], $9::text[], $10::text[]) AS c(object_type, relation, class) ON c.object_type = o.object_type AND c.relation = ANY (string_to_array(o.relations, ' '))
  JOIN k ON k.class = c.class AND k.subjects::text = ANY (string_to_array(o.sets, ' '))
  CROSS JOIN LATERAL (SELECT ${columns} FROM relation_tuples t
    WHERE t.tenant_id = $1 AND t.object_type = o.object_type AND t.object_id = o.object_id AND t.relation = c.relation
      AND t.subject_type = k.type AND t.subject_id = k.id AND t.subject_relation = k.relation AND ${live} LIMIT 1) f
UNION ALL
SELECT 2, o.n::int, c.relation, f.*, 0 FROM wide JOIN o ON o.n = wide.n
  JOIN unnest($11::text[], $12::text[], $13::text[], $14::text[], $15::boolean[], $16::text[]) AS c(object_type, relation, type, subject_relation, wildcard, conditions)
    ON c.object_type = o.object_type AND c.relation = ANY (string_to_array(o.relations, ' '))
  CROSS JOIN LATERAL (SELECT ${columns} FROM relation_tuples t
    WHERE t.tenant_id = $1 AND t.object_type = o.object_type AND t.object_id = o.object_id AND t.relation = c.relation
      AND t.subject_type = c.type AND t.subject_relation = c.subject_relation AND (t.subject_id = '*') = c.wildcard AND ${taken('c.conditions')} AND ${live}
    ORDER BY t.subject_id LIMIT o.up_to) f
${opening ? `UNION ALL SELECT 3, subjects, NULL, type, id, relation, NULL, NULL, expires_ms, distance FROM closed` : ''}`;

/** One level of a search, and one that opens sets of subjects besides. */
export const levelSql = levelOf(false);
export const openingLevelSql = levelOf(true);

export const reverseSql = `
SELECT l.n, f.* FROM unnest($2::int[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[], $9::int[]) AS l(n, type, id, subject_relation, relation, object_type, conditions, up_to)
  CROSS JOIN LATERAL (SELECT t.object_id AS id, t.condition_name AS condition, t.expires_at IS NOT NULL AS expires FROM relation_tuples t
    WHERE t.tenant_id = $1 AND t.subject_type = l.type AND t.subject_id = l.id AND t.subject_relation = l.subject_relation
      AND t.relation = l.relation AND t.object_type = l.object_type AND ${taken('l.conditions')} AND ${live}
    ORDER BY t.object_id LIMIT l.up_to) f`;
