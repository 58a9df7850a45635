-- The months of the feed of tuples' changes are kept by the platform's one function.
DROP FUNCTION fga_changes_maintain;
