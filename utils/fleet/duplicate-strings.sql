-- name: duplicate-strings
-- Contents of many Strings in all dumps. With ingest.py --hash-strings, use
-- text_hash instead of text: equal strings have equal hashes.
SELECT text, count(*) AS strings, count(DISTINCT dump) AS dumps, sum(retained) AS retained
  FROM strings
 WHERE text IS NOT NULL AND retained IS NOT NULL
 GROUP BY text
HAVING count(*) > 1
 ORDER BY retained DESC, text
 LIMIT 20;
