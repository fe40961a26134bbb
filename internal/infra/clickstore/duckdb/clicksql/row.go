package clicksql

import (
	"fmt"
	"strings"
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

// After returns the condition that a click is below a position in the order of ts DESC
// and IDOrder DESC; nil: every click is.
func After(p *analytics.Position) string {
	if p == nil {
		return "true"
	}
	ms := p.At.UnixMilli()
	return fmt.Sprintf("ts <= %d AND (ts < %d OR %s < %d)", ms, ms, IDOrder, int64(p.ID^1<<63)) //nolint:gosec // the bits, as IDOrder
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
	targets := analytics.Targets(&r.c)
	targets["ts"], targets["tail"], targets["visitor"], targets[AgentColumn] = &r.ts, &r.tail, &r.visitor, &r.agent
	ordered := make([]any, len(cols))
	for i, col := range cols {
		ordered[i] = targets[col.Name]
	}
	return ordered
}

// CopyTargets is Targets for a row of CopyColumns.
func (r *Row) CopyTargets(cols []Column) []any {
	ordered := r.Targets(cols)
	for i, col := range cols {
		switch col.Name {
		case "visitor":
			ordered[i] = &r.c.Visitor
		case AgentColumn:
			ordered[i] = &r.c.Agent
		}
	}
	return ordered
}

// CopyColumns selects the columns of a copy from a table c of clicks, joined with
// the table agents as a: the user agent is its text, and visitor a number for each
// known visitor. A solo click whose number was dropped has that of its id, which is
// unlike the others: ids begin with a time, numbers of packed months with a month.
func CopyColumns(cols []Column, solo string) string {
	all := make([]string, len(cols))
	for i, col := range cols {
		switch col.Name {
		case "visitor":
			all[i] = copiedVisitor(solo) + " AS visitor"
		case AgentColumn:
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

// Click returns the scanned click, if it was scanned to Targets without its user agent and visitor, which
// never leave the engine.
func (r *Row) Click() click.Click {
	c := r.c
	c.At = Time(r.ts)
	c.ID = uint64(r.tail) ^ click.IDBase(c.At)
	return c
}

// Time returns the time of a value of the column ts.
func Time(ms int64) time.Time { return time.UnixMilli(ms).UTC() }
