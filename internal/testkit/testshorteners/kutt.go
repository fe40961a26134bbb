package testshorteners

import (
	"fmt"
	"net/http"
	"testing"
	"time"
)

// Kutt starts a Kutt.
func Kutt(t testing.TB) *Shortener {
	t.Helper()
	return start(t, peer{
		passwords: true,
		key:       "kutt-key",
		faults:    standard(3, 9),
		id:        kuttID,
		keyOf:     header("X-API-KEY"),
		refuse:    refusal(http.StatusUnauthorized, object{"error": "Unauthorized."}),
		stopped:   http.RedirectHandler("/banned", http.StatusFound).ServeHTTP,
		routes: func(s *Shortener) map[string]http.HandlerFunc {
			return map[string]http.HandlerFunc{"GET /api/v2/links": s.kuttLinks}
		},
	})
}

func kuttID(l Link) string { return fmt.Sprintf("3f2e1d0c-0000-4000-8000-%012d", l.N) }

// kuttMost is the most links of a page.
const kuttMost = 50

func (s *Shortener) kuttLinks(w http.ResponseWriter, r *http.Request) {
	query := r.URL.Query()
	limit, skip := min(number(query, "limit", 10), kuttMost), number(query, "skip", 0)
	s.list(w, skip/limit+1, object{
		"total": len(s.links), "limit": limit, "skip": skip, "data": objects(part(s.newest(), skip, limit), kuttLink),
	})
}

func kuttLink(l Link) object {
	return object{
		"id": kuttID(l), "address": l.Slug, "link": l.Short(), "domain": l.Host, "target": textOrNil(l.URL),
		"description": textOrNil(l.Comments), "password": l.Password != "", "banned": l.Archived, "visit_count": l.Clicks,
		"expire_in": isoOrNil(l.ExpiresAt), "created_at": l.CreatedAt.Format(millis), "updated_at": l.CreatedAt.Format(millis),
	}
}

// millis is the format of times in JavaScript.
const millis = "2006-01-02T15:04:05.000Z07:00"

// timeOrNil returns a time in a format; nil if it is zero.
func timeOrNil(at time.Time, format string) any {
	if at.IsZero() {
		return nil
	}
	return at.Format(format)
}
