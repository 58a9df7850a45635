-- Pages of people by a prefix that many share, in the order of ids. A column, since row-level security keeps an
-- expression that could leak (`left` is not marked otherwise) from being looked up in an index.
ALTER TABLE user_search ADD COLUMN beginning text COLLATE "C" GENERATED ALWAYS AS (left(term, 3)) STORED;
CREATE INDEX user_search__beginning ON user_search (tenant_id, beginning, user_id, term);
