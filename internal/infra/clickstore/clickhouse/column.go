package clickhouse

import (
	"slices"
	"strings"
	"time"

	"linnet/internal/core/analytics"
	"linnet/internal/core/click"
)

// column is one column of the clicks. Texts are "" and numbers 0 where the value
// is unknown. Exactly one of number, millis and text is set.
type column struct {
	name, kind string
	number     func(*click.Click) uint64
	millis     func(*click.Click) int64
	text       func(*click.Click) string
}

// few is the type of texts with few distinct values, which are stored as numbers
// of a dictionary.
const few = "LowCardinality(String)"

// columns returns the columns of clicks, in order. Ids are the 64-bit numbers
// behind them, times Unix milliseconds of UTC.
//
// tail is a click's id XORed with click.IDBase: small for ids that click.IDs
// generated, and reversible for any other. besides is click.Click.NonAgentBotReason.
func columns() []column {
	number := func(name, kind string, get func(*click.Click) uint64) column {
		return column{name: name, kind: kind, number: get}
	}
	text := func(name, kind string, get func(*click.Click) string) column {
		return column{name: name, kind: kind, text: get}
	}
	const id, packed = "UInt64", " CODEC(ZSTD(1))"
	cols := []column{
		number("workspace", id+packed, func(c *click.Click) uint64 { return c.WorkspaceID }),
		number("link", id+packed, func(c *click.Click) uint64 { return c.LinkID }),
		{name: "ts", kind: "Int64 CODEC(Delta, ZSTD(1))", millis: func(c *click.Click) int64 { return c.At.UnixMilli() }},
		number("tail", id+packed, func(c *click.Click) uint64 { return c.ID ^ click.IDBase(c.At) }),
		number("visitor", id+packed, func(c *click.Click) uint64 { return c.Visitor }),
		text("bot", few, func(c *click.Click) string { return string(c.Bot) }),
		text("besides", few, func(c *click.Click) string { return string(c.NonAgentBotReason) }),
		text("outcome", few, func(c *click.Click) string { return string(c.Outcome) }),
	}
	for _, d := range analytics.ClickDimensions() {
		switch field := d.IDField(); {
		case d == analytics.Link || d == analytics.BotReason: // above
		case field != nil:
			cols = append(cols, number(d.Column(), id+packed, func(c *click.Click) uint64 { return *field(c) }))
		default:
			kind := few
			if manyValues(d) {
				kind = "String" + packed
			}
			cols = append(cols, text(d.Column(), kind, func(c *click.Click) string { return analytics.ValueOf(d, c) }))
		}
	}
	return append(cols, text(agentColumn, few, func(c *click.Click) string { return c.Agent }))
}

// agentColumn holds the user agent, which no query returns.
const agentColumn = "agent"

// manyValues reports whether a dictionary of the dimension's values would not be
// smaller than the values.
func manyValues(d analytics.Dimension) bool {
	return slices.Contains([]analytics.Dimension{analytics.Alias, analytics.URL, analytics.ReferrerURL, analytics.Referrer}, d)
}

// names returns the names of columns as a SQL list.
func names(cols []column) string {
	all := make([]string, len(cols))
	for i, c := range cols {
		all[i] = c.name
	}
	return strings.Join(all, ", ")
}

// idExpr is the expression of a click's id. Numbers of ClickHouse overflow as Go's.
const idExpr = "bitXor(tail, toUInt64(ts) * 65536)"

// read returns the columns that a click is read from: all but visitor and agent,
// which never leave the engine.
func read(cols []column) []column {
	return slices.DeleteFunc(slices.Clone(cols), func(c column) bool { return c.name == "visitor" || c.name == agentColumn })
}

// row scans one row of columns.
type row struct {
	c    click.Click
	ts   int64
	tail uint64
}

// targets returns the scan targets of columns.
func (r *row) targets(cols []column) []any {
	targets := analytics.Targets(&r.c)
	targets["ts"], targets["tail"] = &r.ts, &r.tail
	ordered := make([]any, len(cols))
	for i, col := range cols {
		ordered[i] = targets[col.name]
	}
	return ordered
}

// click returns the scanned click.
func (r *row) click() click.Click {
	c := r.c
	c.At = timeOf(r.ts)
	c.ID = r.tail ^ click.IDBase(c.At)
	return c
}

// timeOf returns the time of a value of the column ts.
func timeOf(ms int64) time.Time { return time.UnixMilli(ms).UTC() }
