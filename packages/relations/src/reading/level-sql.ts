const columns =
  't.subject_type AS type, t.subject_id AS id, t.subject_relation AS relation, t.condition_name AS condition, t.condition_context AS context, (extract(epoch FROM t.expires_at) * 1000)::float8 AS expires_ms';
const live = '(t.expires_at IS NULL OR t.expires_at > now())';
/** Filters before the limit, so that tuples that the model rejects cannot hide accepted ones. `*`: without a condition. */
const taken = (conditions: string): string =>
  `coalesce(t.condition_name, '*') = ANY (string_to_array(${conditions}, ' '))`;

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
 * Settings of the transactions that search. Each connection plans a statement once, since only the lengths of its lists differ. The
 * planner expects one row from each look-up and would sort all of them instead of merging partitions of which only one is read:
 * without sorts it reads the first rows off the index and stops.
 */
export const searchSettings = `set_config('plan_cache_mode', 'force_generic_plan', true) AS plans, set_config('enable_sort', 'off', true) AS sorts`;

// The columns of a row: `tag` is its arm and the number of its object, `names` are in one text.
const row = (arm: number, n: string, relation: string, f = ''): string =>
  `SELECT 8 * ${n}::int + ${arm} AS tag, ${relation} || ' ' || ${f}type || ' ' || ${f}relation AS names, ${f}id, ${f}condition, ${f}context, ${f}expires_ms`;

/*
 * Arm 0: an object with at most $22 rows is read whole, by one range of the primary key, and rows that were not requested are left out. Arms 1
 * and 2, for objects with more: one probe a key, and the first rows of each form. LIMIT keeps the planner from turning
 * a probe into a join over the table.
 */
const asked =
  'o AS MATERIALIZED (SELECT * FROM unnest($2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::int[]) WITH ORDINALITY AS o(object_type, object_id, relations, kept, sets, up_to, n))';
const lookedFor =
  'SELECT * FROM unnest($17::int[], $18::text[], $19::text[], $20::text[], $21::text[]) AS k(subjects, class, type, id, relation)';
const ofWide = (of = ''): string => `UNION ALL
${row(1, 'o.n', 'c.relation', 'f.')}${of} FROM wide JOIN o ON o.n = wide.n
  JOIN unnest($8::text[], $9::text[], $10::text[]) AS c(object_type, relation, class) ON c.object_type = o.object_type AND c.relation = ANY (string_to_array(o.relations, ' '))
  JOIN k ON k.class = c.class AND k.subjects::text = ANY (string_to_array(o.sets, ' '))
  CROSS JOIN LATERAL (SELECT ${columns} FROM relation_tuples t
    WHERE t.tenant_id = $1 AND t.object_type = o.object_type AND t.object_id = o.object_id AND t.relation = c.relation
      AND t.subject_type = k.type AND t.subject_id = k.id AND t.subject_relation = k.relation AND ${live} LIMIT 1) f
UNION ALL
${row(2, 'o.n', 'c.relation', 'f.')}${of} FROM wide JOIN o ON o.n = wide.n
  JOIN unnest($11::text[], $12::text[], $13::text[], $14::text[], $15::boolean[], $16::text[]) AS c(object_type, relation, type, subject_relation, wildcard, conditions)
    ON c.object_type = o.object_type AND c.relation = ANY (string_to_array(o.relations, ' '))
  CROSS JOIN LATERAL (SELECT ${columns} FROM relation_tuples t
    WHERE t.tenant_id = $1 AND t.object_type = o.object_type AND t.object_id = o.object_id AND t.relation = c.relation
      AND t.subject_type = c.type AND t.subject_relation = c.subject_relation AND (t.subject_id = '*') = c.wildcard AND ${taken('c.conditions')} AND ${live}
    ORDER BY t.subject_id LIMIT o.up_to) f`;
const rowsOf = (type: string, id: string): string =>
  `SELECT t.relation AS object_relation, ${columns}, ${live} AS live FROM relation_tuples t WHERE t.tenant_id = $1 AND t.object_type = ${type} AND t.object_id = ${id} LIMIT $22::int + 1`;

const closedRows = `SELECT 8 * subjects + 3 AS tag, distance || ' ' || type || ' ' || relation AS names, id, NULL AS condition, NULL::jsonb AS context, expires_ms FROM closed`;

const levelOf = (
  opening: boolean,
): string => `WITH ${opening ? `RECURSIVE ${closureParts(23)},` : ''}
${asked},
k AS MATERIALIZED (${lookedFor} ${opening ? `UNION SELECT subjects, type || '#' || relation, type, id, relation FROM closed WHERE relation <> ''` : ''}),
few AS MATERIALIZED (SELECT o.n, o.kept, f.* FROM o CROSS JOIN LATERAL (${rowsOf('o.object_type', 'o.object_id')}) f),
wide AS MATERIALIZED (SELECT n FROM few GROUP BY n HAVING count(*) > $22::int)
${row(0, 'n', 'object_relation')} FROM few
  WHERE live AND (object_relation = ANY (string_to_array(kept, ' ')) OR (type, id, relation) IN (SELECT type, id, relation FROM k)) AND n NOT IN (SELECT n FROM wide)
${ofWide()}
${opening ? `UNION ALL ${closedRows}` : ''}`;

/**
 * One level and the next ones: follows tuplesets from the objects, nearest first, and reads every object completely. Arm 5: the bound was
 * reached, and the last objects are incomplete. Arm 4: objects that were reached and have too many rows.
 */
export const aheadLevelSql = `WITH RECURSIVE ${asked},
k AS MATERIALIZED (${lookedFor}),
step AS (SELECT * FROM unnest($23::text[], $24::text[], $25::text[]) AS s(object_type, relation, subject_type)),
reached AS (
  SELECT o.object_type COLLATE "C" AS of_type, o.object_id COLLATE "C" AS of_id, f.* FROM o LEFT JOIN LATERAL (${rowsOf('o.object_type', 'o.object_id')}) f ON true
  UNION
  SELECT r.type, r.id, f.* FROM reached r
    JOIN step s ON s.object_type = r.of_type AND s.relation = r.object_relation AND s.subject_type = r.type LEFT JOIN LATERAL (${rowsOf('r.type', 'r.id')}) f ON true
    WHERE r.live AND r.relation = ''
),
few AS MATERIALIZED (SELECT * FROM reached LIMIT $28),
many AS MATERIALIZED (SELECT of_type, of_id FROM few GROUP BY of_type, of_id HAVING count(*) > $22::int),
wide AS MATERIALIZED (SELECT o.n FROM o JOIN many ON many.of_type = o.object_type AND many.of_id = o.object_id)
${row(0, '0', 'object_relation')}, of_type || ':' || of_id AS of FROM few JOIN unnest($26::text[], $27::text[]) AS h(object_type, kept) ON h.object_type = of_type
  WHERE live AND (object_relation = ANY (string_to_array(kept, ' ')) OR (type, id, relation) IN (SELECT type, id, relation FROM k)) AND (of_type, of_id) NOT IN (SELECT of_type, of_id FROM many)
${ofWide(', NULL')}
UNION ALL SELECT 4, NULL, NULL, NULL, NULL, NULL, of_type || ':' || of_id FROM many
UNION ALL SELECT 5, NULL, NULL, NULL, NULL, NULL, NULL WHERE (SELECT count(*) FROM few) >= $28`;

/** The usersets that contain a subject. */
export const closureSql = `WITH RECURSIVE ${closureParts(2)} ${closedRows}`;

/** One level of a search, and one that opens sets of subjects besides. */
export const levelSql = levelOf(false);
export const openingLevelSql = levelOf(true);

export const reverseSql = `
SELECT l.n, f.* FROM unnest($2::int[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[], $9::int[]) AS l(n, type, id, subject_relation, relation, object_type, conditions, up_to)
  CROSS JOIN LATERAL (SELECT t.object_id AS id, t.condition_name AS condition, t.expires_at IS NOT NULL AS expires FROM relation_tuples t
    WHERE t.tenant_id = $1 AND t.subject_type = l.type AND t.subject_id = l.id AND t.subject_relation = l.subject_relation
      AND t.relation = l.relation AND t.object_type = l.object_type AND ${taken('l.conditions')} AND ${live}
    ORDER BY t.object_id LIMIT l.up_to) f`;
