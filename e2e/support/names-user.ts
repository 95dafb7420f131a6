const TABLES =
  'users|notes|trash|versions|sessions|identities|reset_links|login_addresses|sign_in_codes|emails'
const USED = new RegExp(`\\b(?:FROM|JOIN|UPDATE) (${TABLES})\\b`, 'g')
const VALUE = '(?:\\?|(?:OLD|NEW)\\.(?:user_id|email))'

/**
 * Tables of users' rows that a statement reads or changes without binding them to one user: in each block (a parenthesis with a
 * SELECT is one of its own), `user_id` must equal a value, or the user of another table that does; of the directory, `email`.
 */
export function tablesWithoutUser(statement: string): string[] {
  const found: string[] = []
  let rest = statement.replace(/'[^']*'/g, "''").replace(/\s+/g, ' ')
  for (let inner = innermost(rest); inner; inner = innermost(rest)) {
    const [whole, block = ''] = inner
    const isBlock = /^ ?SELECT\b/.test(block)
    if (isBlock) found.push(...unboundIn(block))
    rest = rest.replace(whole, isBlock ? ' ? ' : ` ${block} `)
  }
  return [...found, ...unboundIn(rest)]
}

function innermost(sql: string): RegExpExecArray | null {
  return /\(([^()]*)\)/.exec(sql)
}

function unboundIn(block: string): string[] {
  return block.split(/\bUNION(?: ALL)?\b/).flatMap((part) => {
    const tables = [...new Set(Array.from(part.matchAll(USED), ([, table = '']) => table))]
    const bound = new Set(tables.filter((table) => isBound(part, table)))
    for (const _ of tables)
      for (const table of tables)
        for (const other of bound) if (isJoined(part, table, other)) bound.add(table)
    return tables.filter((table) => !bound.has(table))
  })
}

function userOf(table: string): string {
  return { users: 'id', emails: 'email' }[table] ?? 'user_id'
}

function isBound(part: string, table: string): boolean {
  return new RegExp(`(?<![\\w.])(?:${table}\\.)?${userOf(table)} = ${VALUE}`).test(part)
}

function isJoined(part: string, one: string, other: string): boolean {
  const [left, right] = [`${one}.${userOf(one)}`, `${other}.${userOf(other)}`]
  return part.includes(`${left} = ${right}`) || part.includes(`${right} = ${left}`)
}
