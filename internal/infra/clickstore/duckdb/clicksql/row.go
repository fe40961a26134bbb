package clicksql

import (
	"fmt"
	"time"

	"linnet/internal/core/analytics"
	"linnet/internal/core/click"
	"linnet/internal/core/visitor"
)

// tailOf returns the value of the column tail, from which ID recovers the id.
func tailOf(c *click.Click) int64 { return int64(c.ID ^ click.IDBase(c.At)) }

// ID is the expression of a click's id, as a signed number of the same bits.
// IDOrder sorts in the order of the unsigned ids.
const (
	ID      = "xor(tail, ts * 65536)"
	IDOrder = "xor(" + ID + ", -9223372036854775808)"
)

// HasID returns the condition that a click has an id. An id that click.IDs
// generated contains its time, by which the engine finds it in sorted tables;
// any other id takes a full scan.
func HasID(id uint64) string {
	at := click.TimeOfID(id)
	if at.Year() < 2020 || at.Year() > 2100 {
		return fmt.Sprintf("%s = %d", ID, int64(id))
	}
	return fmt.Sprintf("ts = %d AND tail = %d", at.UnixMilli(), int64(id^click.IDBase(at)))
}

// Row scans one row of Columns, in their order.
type Row struct {
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

// Targets returns the scan targets of the columns.
func (r *Row) Targets(cols []Column) []any {
	r.texts = make(map[string]*string, len(cols))
	fixed := map[string]any{
		"workspace": &r.c.WorkspaceID, "link": &r.c.LinkID, "ts": &r.ts, "tail": &r.tail, "visitor": &r.visitor,
		"bot": &r.bot, "besides": &r.besides, "outcome": &r.outcome, "domain": &r.c.DomainID, "rule": &r.c.RuleID,
		"qrcode":    &r.c.QRCodeID,
		AgentColumn: &r.agent,
	}
	targets := make([]any, len(cols))
	for i, col := range cols {
		if target, ok := fixed[col.Name]; ok {
			targets[i] = target
			continue
		}
		r.texts[col.Name] = new(string)
		targets[i] = r.texts[col.Name]
	}
	return targets
}

// Click returns the scanned click without its user agent and visitor, which
// never leave the engine.
func (r *Row) Click() click.Click {
	text := func(d analytics.Dimension) string { return *r.texts[ColumnOf(d)] }
	c := r.c
	c.At = Time(r.ts)
	c.ID = uint64(r.tail) ^ click.IDBase(c.At)
	c.Bot, c.Besides = visitor.BotReason(r.bot), visitor.BotReason(r.besides)
	c.Outcome, c.Trigger = click.Outcome(r.outcome), click.Trigger(text(analytics.Trigger))
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

// Time returns the time of a value of the column ts.
func Time(ms int64) time.Time { return time.UnixMilli(ms).UTC() }
