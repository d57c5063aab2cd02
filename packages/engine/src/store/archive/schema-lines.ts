import { type Db, sql } from "../db.js";

/**
 * Every table of the current schema with its columns, constraints and indexes, as sorted lines that are the same on every engine and in every schema.
 * NOT NULL stands with the columns: before PostgreSQL 18 it was no constraint.
 */
export async function schemaLines(db: Db): Promise<readonly string[]> {
  const { rows } = await db.query<{ line: string; schema: string }>(sql`
    WITH tables AS (SELECT oid, relname FROM pg_class WHERE relkind = 'r' AND relnamespace = to_regnamespace(quote_ident(current_schema())))
    SELECT lines.line, quote_ident(current_schema()) AS schema FROM (
      SELECT relname || ' column ' || lpad(attnum::text, 2, '0') || ' ' || attname || ' ' || format_type(atttypid, atttypmod)
             || CASE WHEN attnotnull THEN ' NOT NULL' ELSE '' END
             || CASE attidentity WHEN '' THEN '' ELSE ' IDENTITY ' || attidentity::text END
             || coalesce(' DEFAULT ' || pg_get_expr(adbin, adrelid), '')
             || CASE WHEN collname NOT IN ('default') THEN ' COLLATE ' || collname ELSE '' END
             || ' ' || CASE attstorage WHEN 'p' THEN 'plain' WHEN 'x' THEN 'extended' WHEN 'e' THEN 'external' ELSE 'main' END AS line
      FROM tables JOIN pg_attribute a ON attrelid = tables.oid AND attnum > 0 AND NOT attisdropped
      LEFT JOIN pg_attrdef ON adrelid = tables.oid AND adnum = attnum
      LEFT JOIN pg_collation c ON c.oid = attcollation
      UNION ALL
      SELECT relname || ' constraint ' || conname || ' ' || pg_get_constraintdef(pg_constraint.oid)
      FROM tables JOIN pg_constraint ON conrelid = tables.oid WHERE contype <> 'n'
      UNION ALL
      SELECT relname || ' index ' || pg_get_indexdef(indexrelid) FROM tables JOIN pg_index ON indrelid = tables.oid
    ) AS lines`);
  return rows.map(({ line, schema }) => line.replace(` ON ${schema}.`, " ON public.")).sort();
}
