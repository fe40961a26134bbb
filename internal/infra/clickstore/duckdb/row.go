package duckdb

import (
	"fmt"

	"linnet/internal/core/analytics"
	"linnet/internal/core/click"
	"linnet/internal/core/visitor"
)

// tailOf is what the column tail holds of a click's id.
func tailOf(c *click.Click) int64 { return int64(c.ID ^ click.IDBase(c.At)) }

// idSQL is a click's id, as a signed number of the same bits; idOrder sorts as
// the unsigned ids do.
const (
	idSQL   = "xor(tail, ts * 65536)"
	idOrder = "xor(" + idSQL + ", -9223372036854775808)"
)

// hasID is the condition that a click has an id. One that click.IDs made is
// looked for at the time in it; any other, among all.
func hasID(id uint64) string {
	at := click.TimeOfID(id)
	if at.Year() < 2020 || at.Year() > 2100 {
		return fmt.Sprintf("%s = %d", idSQL, int64(id))
	}
	return fmt.Sprintf("ts = %d AND tail = %d", at.UnixMilli(), int64(id^click.IDBase(at)))
}

// scanned is the inverse of the columns' values: one row with all columns, in
// their order.
type scanned struct {
	c       click.Click
	ts      int64
	tail    int64
	visitor *uint64
	bot     string
	besides string
	outcome string
	agent   uint32
	texts   map[string]*string
}

func (s *scanned) targets(cols []column) []any {
	s.texts = make(map[string]*string, len(cols))
	known := map[string]any{
		"workspace": &s.c.WorkspaceID, "link": &s.c.LinkID, "ts": &s.ts, "tail": &s.tail, "visitor": &s.visitor,
		"bot": &s.bot, "besides": &s.besides, "outcome": &s.outcome, "domain": &s.c.DomainID, "rule": &s.c.RuleID,
		"qrcode":    &s.c.QRCodeID,
		agentColumn: &s.agent,
	}
	targets := make([]any, len(cols))
	for i, col := range cols {
		if target, ok := known[col.name]; ok {
			targets[i] = target
			continue
		}
		s.texts[col.name] = new(string)
		targets[i] = s.texts[col.name]
	}
	return targets
}

// click returns the row's click. The user agent's text stays in its table, and
// the visitor's number is nobody's business but the engine's.
func (s *scanned) click() click.Click {
	text := func(d analytics.Dimension) string { return *s.texts[columnOf(d)] }
	c := s.c
	c.At = timeOf(s.ts)
	c.ID = uint64(s.tail) ^ click.IDBase(c.At)
	c.Bot, c.Besides = visitor.BotReason(s.bot), visitor.BotReason(s.besides)
	c.Outcome, c.Trigger = click.Outcome(s.outcome), click.Trigger(text(analytics.Trigger))
	c.Alias, c.URL, c.Language = text(analytics.Alias), text(analytics.URL), text(analytics.Language)
	c.Variant = text(analytics.Variant)
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
