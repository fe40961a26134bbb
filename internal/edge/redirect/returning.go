package redirect

import (
	"time"

	"github.com/maypok86/otter/v2"
)

// maxReturning bounds the pairs of visitor and link that a node remembers.
const maxReturning = 200_000

// returning is the routing.Memory of a node: today's visitors of links whose
// rules distinguish new and returning ones. It is in memory only, and every
// visitor is new again at midnight UTC and after a restart.
type returning struct {
	visits *otter.Cache[dailyVisit, struct{}]
}

type dailyVisit struct {
	linkID  string
	visitor uint64
	day     int64 // days since 1970, UTC
}

func newReturning() *returning {
	return &returning{visits: otter.Must(&otter.Options[dailyVisit, struct{}]{MaximumSize: maxReturning})}
}

// Returning records a visit and reports whether the visitor was at the link
// earlier on the same day.
func (r *returning) Returning(linkID string, visitor uint64, now time.Time) bool {
	_, isNew := r.visits.SetIfAbsent(dailyVisit{linkID, visitor, now.Unix() / 86_400}, struct{}{})
	return !isNew
}
