// Package clicksql describes the tables of clicks in DuckDB: their columns, how
// a click becomes a row and back, and which rows a query covers.
package clicksql

import (
	"database/sql/driver"
	"slices"
	"strings"

	"linnet/internal/core/analytics"
	"linnet/internal/core/click"
)

// Columns that the engine computes itself.
const (
	// AgentColumn holds the number of the user agent's text in the table agents;
	// 0: not stored.
	AgentColumn = "agent"
	// SoloColumn exists in month tables only. It is true where the click's
	// visitor has no other click in the workspace on that day (of UTC). Such a
	// click is one unique in every scope: under any filter, in any bucket, in
	// any class of traffic. Uniques are the solo clicks plus the distinct
	// visitors of the others, which is cheaper than counting distinct visitors
	// among all of them.
	SoloColumn = "solo"
)

// Column is one column of the clicks. Texts are never NULL: "" is unknown.
type Column struct {
	Name, Type string
	Value      func(*click.Click) driver.Value // nil for AgentColumn
}

// Columns returns the columns of every table of clicks, in order. Ids are the
// 64-bit numbers behind them (ident.Number), times Unix milliseconds of UTC.
//
// tail is a click's id XORed with click.IDBase: small for ids that click.IDs
// generated, and reversible for any other. besides is click.Click.NonAgentBotReason.
func Columns() []Column {
	text := func(name string, get func(*click.Click) string) Column {
		return Column{name, "VARCHAR NOT NULL", func(c *click.Click) driver.Value { return get(c) }}
	}
	number := func(name string, get func(*click.Click) uint64) Column {
		return Column{name, "UBIGINT NOT NULL", func(c *click.Click) driver.Value { return get(c) }}
	}
	cols := []Column{
		number("workspace", func(c *click.Click) uint64 { return c.WorkspaceID }),
		number("link", func(c *click.Click) uint64 { return c.LinkID }),
		{"ts", "BIGINT NOT NULL", func(c *click.Click) driver.Value { return c.At.UnixMilli() }},
		{"tail", "BIGINT NOT NULL", func(c *click.Click) driver.Value { return tailOf(c) }},
		{"visitor", "UBIGINT", func(c *click.Click) driver.Value {
			if c.Visitor == 0 {
				return nil // count(DISTINCT) skips NULLs
			}
			return c.Visitor
		}},
		text("bot", func(c *click.Click) string { return string(c.Bot) }),
		text("besides", func(c *click.Click) string { return string(c.NonAgentBotReason) }),
		text("outcome", func(c *click.Click) string { return string(c.Outcome) }),
	}
	for _, d := range analytics.ClickDimensions() {
		if field := d.IDField(); field != nil && d != analytics.Link {
			cols = append(cols, number(d.Column(), func(c *click.Click) uint64 { return *field(c) }))
		}
	}
	for _, d := range textDimensions() {
		field := d.TextField()
		cols = append(cols, text(d.Column(), func(c *click.Click) string { return *field(c) }))
	}
	return append(cols, Column{Name: AgentColumn, Type: "UINTEGER NOT NULL"})
}

// textDimensions returns the dimensions whose keys are texts, except BotReason,
// whose column comes first.
func textDimensions() []analytics.Dimension {
	return slices.DeleteFunc(analytics.ClickDimensions(), func(d analytics.Dimension) bool {
		return d.TextField() == nil || d == analytics.BotReason
	})
}

// Names returns the names of columns as a SQL list.
func Names(cols []Column) string {
	all := make([]string, len(cols))
	for i, c := range cols {
		all[i] = c.Name
	}
	return strings.Join(all, ", ")
}

// Definition returns the body of CREATE TABLE for HotTable.
func Definition(cols []Column) string {
	all := make([]string, len(cols))
	for i, c := range cols {
		all[i] = c.Name + " " + c.Type
	}
	return strings.Join(all, ", ")
}

// MonthDefinition returns the body of CREATE TABLE for a month table.
func MonthDefinition(cols []Column) string {
	return Definition(cols) + ", " + SoloColumn + " BOOLEAN NOT NULL"
}
