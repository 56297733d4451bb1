-- Views of a data set that ingest.py has created, for DuckDB:
--
--     SET VARIABLE data = '/path/to/data';
--     .read duckdb.sql
--     .read questions.sql
--
-- The folder may be a bucket, as in 's3://dumps/data'. Each table has the columns
-- service and dump, from the names of folders.
CREATE OR REPLACE VIEW dumps AS
SELECT * FROM read_parquet(getvariable('data') || '/service=*/dump=*/dumps.parquet', hive_partitioning = true, hive_types_autocast = false, union_by_name = true);
CREATE OR REPLACE VIEW classes AS
SELECT * FROM read_parquet(getvariable('data') || '/service=*/dump=*/classes.parquet', hive_partitioning = true, hive_types_autocast = false);
CREATE OR REPLACE VIEW dominators AS
SELECT * FROM read_parquet(getvariable('data') || '/service=*/dump=*/dominators.parquet', hive_partitioning = true, hive_types_autocast = false);
CREATE OR REPLACE VIEW suspects AS
SELECT * FROM read_parquet(getvariable('data') || '/service=*/dump=*/suspects.parquet', hive_partitioning = true, hive_types_autocast = false);
CREATE OR REPLACE VIEW strings AS
SELECT * FROM read_parquet(getvariable('data') || '/service=*/dump=*/strings.parquet', hive_partitioning = true, hive_types_autocast = false);
CREATE OR REPLACE VIEW threads AS
SELECT * FROM read_parquet(getvariable('data') || '/service=*/dump=*/threads.parquet', hive_partitioning = true, hive_types_autocast = false);
CREATE OR REPLACE VIEW loaders AS
SELECT * FROM read_parquet(getvariable('data') || '/service=*/dump=*/loaders.parquet', hive_partitioning = true, hive_types_autocast = false);
CREATE OR REPLACE VIEW properties AS
SELECT * FROM read_parquet(getvariable('data') || '/service=*/dump=*/properties.parquet', hive_partitioning = true, hive_types_autocast = false);
