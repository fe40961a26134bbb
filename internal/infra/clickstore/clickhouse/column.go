package clickhouse

import (
	"slices"

	"linnet/internal/core/analytics"
	"linnet/internal/core/click"
	"linnet/internal/infra/clickstore/clicksql"
)

// kind returns the type of a column. Texts with few distinct values are stored as
// numbers of a dictionary.
func kind(c clicksql.Column) string {
	const packed = " CODEC(ZSTD(1))"
	switch {
	case c.Millis != nil:
		return "Int64 CODEC(Delta, ZSTD(1))"
	case c.Number != nil:
		return "UInt64" + packed
	case manyValues(c):
		return "String" + packed
	default:
		return "LowCardinality(String)"
	}
}

// manyValues reports whether a dictionary of the column's values would not be
// smaller than the values.
func manyValues(c clicksql.Column) bool {
	many := []analytics.Dimension{analytics.Alias, analytics.URL, analytics.ReferrerURL, analytics.Referrer}
	return slices.ContainsFunc(many, func(d analytics.Dimension) bool { return d.Column() == c.Name })
}

// values returns the values of clicks in a column, as the driver expects them.
func values(col clicksql.Column, clicks []click.Click) any {
	switch {
	case col.Number != nil:
		return mapped(clicks, col.Number)
	case col.Millis != nil:
		return mapped(clicks, col.Millis)
	default:
		return mapped(clicks, col.Text)
	}
}
