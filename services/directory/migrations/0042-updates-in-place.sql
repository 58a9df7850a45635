-- Changes of users that stay on their page: no index holds the time of a change, and pages keep some room.

-- Only equality could use it. With it, each change made an entry in every index of the table.
DROP INDEX directory_users__updated_at;
ALTER TABLE directory_users SET (fillfactor = 90);
ALTER TABLE users SET (fillfactor = 90);
