package duckdb

import (
	"database/sql/driver"
	"strings"

	"linnet/internal/core/analytics"
	"linnet/internal/core/click"
	"linnet/internal/core/visitor"
)

// hot is the table that clicks arrive in. Compaction moves them on to a table
// for each month, sorted, with the same columns.
const hot = "clicks_hot"

// column is one column of the clicks. Texts are never NULL: "" is unknown.
type column struct {
	name, kind string
	value      func(*click.Click) driver.Value
}

// columns are those of all tables of clicks, in order. Ids are the 64-bit
// numbers behind them (ident.Number), times Unix milliseconds of UTC.
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
		number("id", func(c *click.Click) uint64 { return c.ID }),
		{"visitor", "UBIGINT", func(c *click.Click) driver.Value {
			if c.Visitor == 0 {
				return nil // count(DISTINCT) leaves NULLs out
			}
			return c.Visitor
		}},
		text("bot", func(c *click.Click) string { return string(c.Bot) }),
		text("outcome", func(c *click.Click) string { return string(c.Outcome) }),
		number("domain", func(c *click.Click) uint64 { return c.DomainID }),
		number("rule", func(c *click.Click) uint64 { return c.RuleID }),
	}
	for _, d := range analytics.Dimensions() {
		if d.IDPrefix() == "" && d != analytics.BotReason {
			cols = append(cols, text(columnOf(d), func(c *click.Click) string { return analytics.ValueOf(d, c) }))
		}
	}
	return cols
}

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

// definition is the body of CREATE TABLE.
func definition(cols []column) string {
	all := make([]string, len(cols))
	for i, c := range cols {
		all[i] = c.name + " " + c.kind
	}
	return strings.Join(all, ", ")
}

// clickOf is the inverse of the columns' values. It scans columns in order.
type scanned struct {
	c       click.Click
	ts      int64
	visitor *uint64
	bot     string
	outcome string
	texts   map[string]*string
}

func (s *scanned) targets(cols []column) []any {
	s.texts = make(map[string]*string, len(cols))
	targets := make([]any, len(cols))
	for i, col := range cols {
		switch col.name {
		case "workspace":
			targets[i] = &s.c.WorkspaceID
		case "link":
			targets[i] = &s.c.LinkID
		case "ts":
			targets[i] = &s.ts
		case "id":
			targets[i] = &s.c.ID
		case "visitor":
			targets[i] = &s.visitor
		case "bot":
			targets[i] = &s.bot
		case "outcome":
			targets[i] = &s.outcome
		case "domain":
			targets[i] = &s.c.DomainID
		case "rule":
			targets[i] = &s.c.RuleID
		default:
			s.texts[col.name] = new(string)
			targets[i] = s.texts[col.name]
		}
	}
	return targets
}

func (s *scanned) click() click.Click {
	text := func(d analytics.Dimension) string { return *s.texts[columnOf(d)] }
	c := s.c
	c.At = timeOf(s.ts)
	if s.visitor != nil {
		c.Visitor = *s.visitor
	}
	c.Bot, c.Outcome, c.Trigger = visitor.BotReason(s.bot), click.Outcome(s.outcome), click.Trigger(text(analytics.Trigger))
	c.Alias, c.URL, c.Language = text(analytics.Alias), text(analytics.URL), text(analytics.Language)
	c.Place = visitor.Place{
		Country: text(analytics.Country), Region: text(analytics.Region),
		City: text(analytics.City), Continent: text(analytics.Continent),
	}
	c.OS, c.Browser, c.InApp = text(analytics.OS), text(analytics.Browser), text(analytics.InApp)
	c.Device = visitor.Device(text(analytics.Device))
	c.Referrer, c.ReferrerURL = text(analytics.Referrer), text(analytics.ReferrerURL)
	c.UTM = click.UTM{
		Source: text(analytics.UTMSource), Medium: text(analytics.UTMMedium), Campaign: text(analytics.UTMCampaign),
		Term: text(analytics.UTMTerm), Content: text(analytics.UTMContent),
	}
	return c
}
