package storage

import (
	"fmt"
	"strconv"
	"strings"

	"linnet/internal/infra/clickstore/clicksql"
)

// Dialect is the clicksql.Dialect of DuckDB.
type Dialect struct{}

var _ clicksql.Dialect = Dialect{}

// ID is the expression of a click's id, as a signed number of the same bits.
const ID = "xor(tail, ts * 65536)"

// Number returns a typed literal. Without the type DuckDB would widen large numbers and
// could not use the zone maps of sorted tables.
func (Dialect) Number(n uint64) string { return strconv.FormatUint(n, 10) + "::UBIGINT" }

// Text returns a numbered argument, which several tables of a statement may share.
func (Dialect) Text(_ string, nth int) (term string, argument bool) {
	return "$" + strconv.Itoa(nth), true
}

// Lower implements clicksql.Dialect.
func (Dialect) Lower(text string) string { return "lower(" + text + ")" }

// Div implements clicksql.Dialect.
func (Dialect) Div(number string, by int64) string { return fmt.Sprintf("(%s // %d)", number, by) }

// RoundDown implements clicksql.Dialect.
func (Dialect) RoundDown(times []int64) string {
	last := fmt.Sprintf("%d::BIGINT", times[len(times)-1])
	if len(times) == 1 {
		return last
	}
	var b strings.Builder
	b.WriteString("CASE")
	for i, at := range times[1:] {
		fmt.Fprintf(&b, " WHEN ts < %d THEN %d::BIGINT", at, times[i])
	}
	return b.String() + " ELSE " + last + " END"
}

// CountVisitors implements clicksql.Dialect. An unknown visitor is NULL.
func (Dialect) CountVisitors(condition string) string {
	return "count(DISTINCT visitor) FILTER (WHERE " + condition + ")"
}

// ID implements clicksql.Dialect: signed numbers in the order of the unsigned ids.
func (Dialect) ID() string { return "xor(" + ID + ", -9223372036854775808)" }

// IDOf implements clicksql.Dialect.
func (Dialect) IDOf(n uint64) string {
	return strconv.FormatInt(int64(n^1<<63), 10) //nolint:gosec // the bits
}
