package clicksql

import (
	"fmt"
	"time"

	"linnet/internal/core/analytics"
	"linnet/internal/core/click"
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
	agent   uint32
}

// Targets returns the scan targets of the columns.
func (r *Row) Targets(cols []Column) []any {
	targets := map[string]any{
		"workspace": &r.c.WorkspaceID, "ts": &r.ts, "tail": &r.tail, "visitor": &r.visitor,
		"besides": (*string)(&r.c.NonAgentBotReason), "outcome": (*string)(&r.c.Outcome), AgentColumn: &r.agent,
	}
	for _, d := range analytics.ClickDimensions() {
		if field := d.IDField(); field != nil {
			targets[d.Column()] = field(&r.c)
		} else {
			targets[d.Column()] = d.TextField()(&r.c)
		}
	}
	ordered := make([]any, len(cols))
	for i, col := range cols {
		ordered[i] = targets[col.Name]
	}
	return ordered
}

// Click returns the scanned click without its user agent and visitor, which
// never leave the engine.
func (r *Row) Click() click.Click {
	c := r.c
	c.At = Time(r.ts)
	c.ID = uint64(r.tail) ^ click.IDBase(c.At)
	return c
}

// Time returns the time of a value of the column ts.
func Time(ms int64) time.Time { return time.UnixMilli(ms).UTC() }
