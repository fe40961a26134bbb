package click

import (
	"net/netip"
	"strings"
	"time"

	"linnet/internal/base/ident"
	"linnet/internal/base/urlquery"
	"linnet/internal/core/visitor"
)

// Clicks of domains in the privacy mode "aggregate" are counted and never shown singly.
// Such a click has the hour of its time, no visitor, no user agent and no address, and an
// id that is random except for its first 16 bits: a day's clicks of the same browser are
// alike. Its id says what it is, so that stores need no column for it, and so that a click
// remains what it was when the domain gets another mode.

// FirstAggregateID is the lowest id of aggregate clicks. Ids with a time reach it in the
// year 10889.
const FirstAggregateID = 0xFFFF << 48

// AggregateHour is the precision of the time of aggregate clicks.
const AggregateHour = time.Hour

// IsAggregate reports whether the click must not be shown singly.
func (c *Click) IsAggregate() bool { return c.ID >= FirstAggregateID }

// aggregate reduces a hit with Aggregate to what may be stored of it. The user agent
// remains until the click is stored, because the browser is read from it.
func (h *Hit) aggregate() {
	if h.ID < FirstAggregateID { // else from the journal
		h.ID = FirstAggregateID | ident.Uint64()>>16
	}
	h.At = h.At.UTC().Truncate(AggregateHour)
	h.Addr = netip.Addr{}
	h.Referrer = visitor.ParseReferrer(h.Referrer).Origin()
	h.Language = visitor.BestLanguage(h.Language)
	pairs, _ := urlquery.Split(h.Query, countedKeys()...)
	h.Query = strings.Join(pairs, "&")
}
