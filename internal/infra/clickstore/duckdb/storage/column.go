// Package storage describes how clicks are stored in DuckDB: the tables, the types of
// their columns, the transactions and the dialect of SQL.
package storage

import (
	"database/sql/driver"
	"strings"

	"linnet/internal/core/click"
	"linnet/internal/infra/clickstore/clicksql"
)

// SoloColumn exists in month tables only; see clicksql.Plan.
const SoloColumn = "solo"

// Type returns the type of a column. Texts are never NULL. The user agent is its number
// in the table agents; 0: not stored.
func Type(c clicksql.Column) string {
	switch {
	case c.Name == clicksql.AgentColumn:
		return "UINTEGER NOT NULL"
	case c.Name == clicksql.VisitorColumn:
		return "UBIGINT"
	case c.Name == "tail" || c.Millis != nil:
		return "BIGINT NOT NULL"
	case c.Number != nil:
		return "UBIGINT NOT NULL"
	default:
		return "VARCHAR NOT NULL"
	}
}

// Value returns the value of a click in a column other than that of the user agent.
func Value(col clicksql.Column, c *click.Click) driver.Value {
	switch {
	case col.Name == clicksql.VisitorColumn && c.Visitor == 0:
		return nil // count(DISTINCT) skips NULLs
	case col.Name == "tail":
		return int64(col.Number(c)) //nolint:gosec // the bits
	case col.Number != nil:
		return col.Number(c)
	case col.Millis != nil:
		return col.Millis(c)
	default:
		return col.Text(c)
	}
}

// Definition returns the body of CREATE TABLE for HotTable.
func Definition(cols []clicksql.Column) string {
	all := make([]string, len(cols))
	for i, c := range cols {
		all[i] = c.Name + " " + Type(c)
	}
	return strings.Join(all, ", ")
}

// MonthDefinition returns the body of CREATE TABLE for a month table.
func MonthDefinition(cols []clicksql.Column) string {
	return Definition(cols) + ", " + SoloColumn + " BOOLEAN NOT NULL"
}

// CopyColumns selects the columns of a copy from a table c of clicks, joined with
// the table agents as a: the user agent is its text, and visitor a number for each
// known visitor. A solo click whose number was dropped has that of its id, which is
// unlike the others: ids begin with a time, numbers of packed months with a month.
func CopyColumns(cols []clicksql.Column, solo string) string {
	all := make([]string, len(cols))
	for i, col := range cols {
		switch col.Name {
		case clicksql.VisitorColumn:
			all[i] = copiedVisitor(solo) + " AS visitor"
		case clicksql.AgentColumn:
			all[i] = "coalesce(a.agent, '') AS agent"
		default:
			all[i] = "c." + col.Name
		}
	}
	return strings.Join(all, ", ")
}

// copiedVisitor returns the expression of visitor in CopyColumns.
func copiedVisitor(solo string) string {
	id := "((" + ID + ")::HUGEINT + CASE WHEN " + ID + " < 0 THEN 18446744073709551616 ELSE 0 END)::UBIGINT"
	return "coalesce(c.visitor, CASE WHEN " + solo + " THEN " + id + " ELSE 0 END)"
}
