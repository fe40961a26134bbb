package duckdb

import (
	"database/sql/driver"
	"strings"

	"linnet/internal/core/analytics"
	"linnet/internal/core/click"
)

// hot is the table that clicks arrive in. Compaction moves them on to a table
// for each month, sorted, with the same columns and one flag (see compact.go).
const hot = "clicks_hot"

// column is one column of the clicks. Texts are never NULL: "" is unknown.
type column struct {
	name, kind string
	value      func(*click.Click) driver.Value
}

// columns are those of all tables of clicks, in order. Ids are the 64-bit
// numbers behind them (ident.Number), times Unix milliseconds of UTC.
//
// tail is a click's id, combined with what click.IDBase knows of it: small for
// ids that click.IDs made, and right for any other. agent is the number of the
// user agent's text in the table agents; 0: not kept.
func columns() []column {
	text := func(name string, get func(*click.Click) string) column {
		return column{name, "VARCHAR NOT NULL", func(c *click.Click) driver.Value { return get(c) }}
	}
	number := func(name string, get func(*click.Click) uint64) column {
		return column{name, "UBIGINT NOT NULL", func(c *click.Click) driver.Value { return get(c) }}
	}
	cols := []column{
		number("workspace", func(c *click.Click) uint64 { return c.WorkspaceID }),
		number("link", func(c *click.Click) uint64 { return c.LinkID }),
		{"ts", "BIGINT NOT NULL", func(c *click.Click) driver.Value { return c.At.UnixMilli() }},
		{"tail", "BIGINT NOT NULL", func(c *click.Click) driver.Value { return tailOf(c) }},
		{"visitor", "UBIGINT", func(c *click.Click) driver.Value {
			if c.Visitor == 0 {
				return nil // count(DISTINCT) leaves NULLs out
			}
			return c.Visitor
		}},
		text("bot", func(c *click.Click) string { return string(c.Bot) }),
		text("besides", func(c *click.Click) string { return string(c.Besides) }),
		text("outcome", func(c *click.Click) string { return string(c.Outcome) }),
		number("domain", func(c *click.Click) uint64 { return c.DomainID }),
		number("rule", func(c *click.Click) uint64 { return c.RuleID }),
		number("qrcode", func(c *click.Click) uint64 { return c.QRCodeID }),
	}
	for _, d := range analytics.Dimensions() {
		if d.IDPrefix() == "" && d != analytics.BotReason {
			cols = append(cols, text(columnOf(d), func(c *click.Click) string { return analytics.ValueOf(d, c) }))
		}
	}
	return append(cols, column{name: agentColumn, kind: "UINTEGER NOT NULL"}) // the dictionary knows its value
}

const agentColumn = "agent"

// columnOf returns the column that holds a dimension. Tags and folders have
// none: they are the link's.
func columnOf(d analytics.Dimension) string {
	switch d {
	case analytics.BotReason:
		return "bot"
	case analytics.InApp:
		return "in_app"
	case analytics.ReferrerURL:
		return "referrer_url"
	case analytics.Tag, analytics.Folder:
		return "link"
	default:
		return strings.ToLower(string(d))
	}
}

// names are the columns' names, ready for a statement.
func names(cols []column) string {
	all := make([]string, len(cols))
	for i, c := range cols {
		all[i] = c.name
	}
	return strings.Join(all, ", ")
}

// definition is the body of CREATE TABLE for the clicks that arrive.
func definition(cols []column) string {
	all := make([]string, len(cols))
	for i, c := range cols {
		all[i] = c.name + " " + c.kind
	}
	return strings.Join(all, ", ")
}

// monthDefinition is the body of CREATE TABLE for the clicks of a month.
func monthDefinition(cols []column) string {
	return definition(cols) + ", " + soloColumn + " BOOLEAN NOT NULL"
}
