package clickhouse

import (
	"fmt"
	"strconv"
	"strings"

	"linnet/internal/infra/clickstore/clicksql"
)

// dialect is the clicksql.Dialect of ClickHouse.
type dialect struct{}

var _ clicksql.Dialect = dialect{}

// idExpr is the expression of a click's id. Numbers of ClickHouse overflow as Go's.
const idExpr = "bitXor(tail, toUInt64(ts) * 65536)"

// Number implements clicksql.Dialect.
func (dialect) Number(n uint64) string { return strconv.FormatUint(n, 10) }

// Text returns a literal.
func (dialect) Text(text string, _ int) (term string, argument bool) { return quote(text), false }

// Lower implements clicksql.Dialect.
func (dialect) Lower(text string) string { return "lowerUTF8(" + text + ")" }

// Div implements clicksql.Dialect.
func (dialect) Div(number string, by int64) string { return fmt.Sprintf("intDiv(%s, %d)", number, by) }

// RoundDown implements clicksql.Dialect.
func (dialect) RoundDown(times []int64) string {
	all := make([]string, len(times))
	for i, at := range times {
		all[i] = strconv.FormatInt(at, 10)
	}
	return "roundDown(ts, CAST([" + strings.Join(all, ",") + "], 'Array(Int64)'))"
}

// CountVisitors implements clicksql.Dialect. An unknown visitor is 0.
func (dialect) CountVisitors(condition string) string {
	return "uniqExactIf(visitor, visitor <> 0 AND (" + condition + "))"
}

// ID implements clicksql.Dialect.
func (dialect) ID() string { return idExpr }

// IDOf implements clicksql.Dialect.
func (dialect) IDOf(n uint64) string { return strconv.FormatUint(n, 10) }

// list returns numbers as a SQL list.
func list(numbers []uint64) string {
	all := make([]string, len(numbers))
	for i, n := range numbers {
		all[i] = strconv.FormatUint(n, 10)
	}
	return strings.Join(all, ", ")
}

// quote returns a text as a SQL literal.
func quote(text string) string {
	return "'" + strings.NewReplacer(`\`, `\\`, `'`, `\'`).Replace(text) + "'"
}
