package redirect

import (
	"time"

	"github.com/maypok86/otter/v2"
)

// maxReturning bounds how many visitors a node remembers.
const maxReturning = 200_000

// memory knows today's visitors of links whose rules ask for new or returning
// ones. It lives in this process only: nothing about a visitor is stored, and
// at midnight UTC, or with a restart, everybody is new again.
type memory struct {
	seen *otter.Cache[seen, struct{}]
}

type seen struct {
	linkID  string
	visitor uint64
	day     int64 // days since 1970, UTC
}

func newMemory() *memory {
	return &memory{seen: otter.Must(&otter.Options[seen, struct{}]{MaximumSize: maxReturning})}
}

// Returning reports whether the visitor has been at the link today, and
// remembers them.
func (m *memory) Returning(linkID string, visitor uint64, now time.Time) bool {
	_, isNew := m.seen.SetIfAbsent(seen{linkID, visitor, now.Unix() / 86_400}, struct{}{})
	return !isNew
}
