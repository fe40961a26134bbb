package clicksql

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"linnet/internal/core/analytics"
	"linnet/internal/core/click"
)

// Columns of a click that never leave the engine.
const (
	VisitorColumn = "visitor"
	AgentColumn   = "agent" // the user agent
)

// Column is one column of the clicks. Exactly one of Number, Millis and Text is set.
// Texts are "" and numbers 0 where the value is unknown.
type Column struct {
	Name   string
	Number func(*click.Click) uint64
	Millis func(*click.Click) int64
	Text   func(*click.Click) string
}

// Columns returns the columns of every table of clicks, in order. Ids are the
// 64-bit numbers behind them (ident.Number), times Unix milliseconds of UTC.
//
// tail is a click's id XORed with click.IDBase: small for ids that click.IDs
// generated, and reversible for any other. besides is click.Click.NonAgentBotReason.
func Columns() []Column {
	cols := []Column{
		{Name: "workspace", Number: func(c *click.Click) uint64 { return c.WorkspaceID }},
		{Name: "link", Number: func(c *click.Click) uint64 { return c.LinkID }},
		{Name: "ts", Millis: func(c *click.Click) int64 { return c.At.UnixMilli() }},
		{Name: "tail", Number: func(c *click.Click) uint64 { return c.ID ^ click.IDBase(c.At) }},
		{Name: VisitorColumn, Number: func(c *click.Click) uint64 { return c.Visitor }},
		{Name: "bot", Text: func(c *click.Click) string { return string(c.Bot) }},
		{Name: "besides", Text: func(c *click.Click) string { return string(c.NonAgentBotReason) }},
		{Name: "outcome", Text: func(c *click.Click) string { return string(c.Outcome) }},
	}
	var texts []Column
	for _, d := range analytics.ClickDimensions() {
		switch field := d.IDField(); {
		case d == analytics.Link || d == analytics.BotReason || d == analytics.Outcome: // above
		case field != nil:
			cols = append(cols, Column{Name: d.Column(), Number: func(c *click.Click) uint64 { return *field(c) }})
		default:
			text := d.TextField()
			texts = append(texts, Column{Name: d.Column(), Text: func(c *click.Click) string { return *text(c) }})
		}
	}
	return append(append(cols, texts...), Column{Name: AgentColumn, Text: func(c *click.Click) string { return c.Agent }})
}

// Readable returns the columns that a click is read from.
func Readable() []Column {
	return slices.DeleteFunc(Columns(), func(c Column) bool { return c.Name == VisitorColumn || c.Name == AgentColumn })
}

// Names returns the names of columns as a SQL list.
func Names(cols []Column) string {
	all := make([]string, len(cols))
	for i, c := range cols {
		all[i] = c.Name
	}
	return strings.Join(all, ", ")
}

// Row scans one row of columns.
type Row struct {
	c    click.Click
	ts   int64
	tail bits
}

// Targets returns the scan targets of columns, in their order. The columns of the
// visitor and the user agent are a number and a text.
func (r *Row) Targets(cols []Column) []any {
	targets := analytics.Targets(&r.c)
	targets["ts"], targets["tail"] = &r.ts, &r.tail
	ordered := make([]any, len(cols))
	for i, col := range cols {
		ordered[i] = targets[col.Name]
	}
	return ordered
}

// Click returns the scanned click.
func (r *Row) Click() click.Click {
	c := r.c
	c.At = Time(r.ts)
	c.ID = uint64(r.tail) ^ click.IDBase(c.At)
	return c
}

// bits scans a number of 64 bits, signed or not.
type bits uint64

// Scan implements sql.Scanner.
func (b *bits) Scan(value any) error {
	switch v := value.(type) {
	case int64:
		*b = bits(v) //nolint:gosec // the bits
	case uint64:
		*b = bits(v)
	default:
		return fmt.Errorf("a number has the type %T", value)
	}
	return nil
}

// Time returns the time of a value of the column ts.
func Time(ms int64) time.Time { return time.UnixMilli(ms).UTC() }
