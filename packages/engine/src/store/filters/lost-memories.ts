import type { BankScope } from "../../domain/scope.js";
import { type Statement, sql } from "../db.js";

/**
 * Memories whose row is gone while others speak of them, one row each, with who does. Sure witnesses are rows that a foreign key ties to a memory (its vector
 * or the wait for one, links, sources, evidence), and words that are all there: a deletion takes them along, so a file lost the memory. Some words and a
 * mention of an entity are each no proof, since no foreign key holds them; both together are. Null: of all banks.
 */
export function lostMemories(bank: BankScope | null): Statement {
  const isGone = (alias: Statement, number: Statement): Statement => {
    const gone = sql`NOT EXISTS (SELECT FROM memory AS m WHERE m.bank_id = ${alias}.bank_id AND m.memory_no = ${number})`;
    return bank === null ? gone : sql`${alias}.bank_id = ${bank.key} AND ${gone}`;
  };
  const tied = (table: Statement, column: Statement, witness: string): Statement => sql`
    SELECT t.bank_id, t.${column} AS memory_no, ${witness} AS witness, true AS is_sure FROM ${table} AS t WHERE ${isGone(sql`t`, sql`t.${column}`)} UNION ALL`;
  return sql`
    SELECT bank_id, memory_no, bool_or(witness = 'vector') AS by_vector, bool_or(witness = 'words') AS by_words,
      bool_or(witness = 'link') AS by_link, bool_or(witness = 'name') AS by_name
    FROM (
      ${tied(sql`memory_vector`, sql`memory_no`, "vector")} ${tied(sql`embedding_queue`, sql`memory_no`, "vector")}
      ${tied(sql`link`, sql`from_no`, "link")} ${tied(sql`link`, sql`to_no`, "link")} ${tied(sql`memory_source`, sql`memory_no`, "link")}
      ${tied(sql`observation_source`, sql`observation_no`, "link")} ${tied(sql`observation_source`, sql`memory_no`, "link")}
      SELECT p.bank_id, p.memory_no, 'words', count(*) > 2 AND sum(p.frequency) >= max(p.term_count) FROM posting AS p WHERE ${isGone(sql`p`, sql`p.memory_no`)}
      GROUP BY p.bank_id, p.memory_no UNION ALL
      SELECT x.bank_id, x.memory_no, 'name', false FROM memory_entity AS x WHERE ${isGone(sql`x`, sql`x.memory_no`)}
        AND EXISTS (SELECT FROM entity AS e WHERE e.bank_id = x.bank_id AND e.id = x.entity_id)) AS said
    GROUP BY bank_id, memory_no HAVING bool_or(is_sure) OR count(DISTINCT witness) > 1`;
}
