-- Questions about a fleet of dumps, in SQL that DuckDB, Spark and Trino support. Each
-- begins with its name. The views are those of duckdb.sql and spark.py.

-- name: leaks
-- Leaks in several dumps, largest first: a leak has the same signature in all of
-- them.
SELECT signature, count(DISTINCT dump) AS dumps, count(DISTINCT service) AS services,
       max(retained) AS retained, min(headline) AS headline
  FROM suspects
 GROUP BY signature
 ORDER BY dumps DESC, retained DESC, signature
 LIMIT 20;

-- name: leaking-services
-- Services that leak: the share of dumps with the most frequent suspect.
SELECT s.service, s.signature, count(DISTINCT s.dump) AS dumps, n.dumps AS of_dumps,
       max(s.retained) AS retained
  FROM suspects s
  JOIN (SELECT service, count(*) AS dumps FROM dumps GROUP BY service) n ON n.service = s.service
 GROUP BY s.service, s.signature, n.dumps
HAVING 2 * count(DISTINCT s.dump) > n.dumps
 ORDER BY retained DESC, s.service, s.signature;

-- name: growth
-- The classes that grew the most from the first dump of each service to the last one.
WITH span AS (SELECT service, min(time) AS first_time, max(time) AS last_time FROM dumps GROUP BY service),
     ends AS (SELECT d.service, d.dump, d.time = s.last_time AS is_last
                FROM dumps d JOIN span s ON s.service = d.service
               WHERE s.first_time < s.last_time AND (d.time = s.first_time OR d.time = s.last_time))
SELECT c.service, c.name AS class,
       sum(CASE WHEN e.is_last THEN c.shallow ELSE -c.shallow END) AS growth,
       sum(CASE WHEN e.is_last THEN c.objects ELSE -c.objects END) AS objects
  FROM classes c JOIN ends e ON e.service = c.service AND e.dump = c.dump
 GROUP BY c.service, c.name
HAVING sum(CASE WHEN e.is_last THEN c.shallow ELSE -c.shallow END) > 0
 ORDER BY growth DESC, c.service, class
 LIMIT 20;

-- name: trend
-- The histogram over time: objects and bytes of the classes with the most bytes.
WITH top AS (SELECT name FROM classes GROUP BY name ORDER BY sum(shallow) DESC, name LIMIT 10)
SELECT d.service, d.time, c.name AS class, sum(c.objects) AS objects, sum(c.shallow) AS shallow
  FROM classes c JOIN top t ON t.name = c.name
                 JOIN dumps d ON d.service = c.service AND d.dump = c.dump
 GROUP BY d.service, d.time, c.name
 ORDER BY d.service, d.time, class;

-- name: holders
-- The service with the largest retained size of each class.
SELECT class, service, retained
  FROM (SELECT "class" AS class, service, max(retained) AS retained,
               row_number() OVER (PARTITION BY "class" ORDER BY max(retained) DESC, service) AS place
          FROM dominators GROUP BY "class", service) AS placed
 WHERE place = 1
 ORDER BY retained DESC, class
 LIMIT 20;

-- name: new-classes
-- Classes only in the last dump of a service, such as after a release.
WITH last_of AS (SELECT service, max(time) AS time FROM dumps GROUP BY service),
     seen AS (SELECT c.service, c.name, min(d.time) AS first_time, max(c.objects) AS objects
                FROM classes c JOIN dumps d ON d.service = c.service AND d.dump = c.dump
               GROUP BY c.service, c.name)
SELECT s.service, s.name AS class, s.objects
  FROM seen s JOIN last_of l ON l.service = s.service AND l.time = s.first_time
 WHERE EXISTS (SELECT 1 FROM dumps d WHERE d.service = s.service AND d.time < l.time)
 ORDER BY s.objects DESC, s.service, class
 LIMIT 20;

-- name: damaged
-- Truncated or damaged dumps, whose numbers are too small.
SELECT service, file, objects FROM dumps WHERE damaged ORDER BY service, file;
