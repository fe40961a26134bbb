package testshorteners

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
)

// RebrandlyWorkspace is the workspace whose links Rebrandly has, besides those of its owner.
const RebrandlyWorkspace = "0c2f"

// Rebrandly starts a Rebrandly.
func Rebrandly(t testing.TB) *Shortener {
	t.Helper()
	return start(t, peer{
		key:    "rebrandly-key",
		faults: standard(6, 12),
		id:     rebrandlyID,
		keyOf: func(r *http.Request) string {
			if workspace := r.Header.Get("workspace"); workspace != "" && workspace != RebrandlyWorkspace {
				return "of another workspace"
			}
			return r.Header.Get("apikey")
		},
		refuse:  refusal(http.StatusUnauthorized, object{"httpCode": 401, "code": "Unauthorized", "message": "Invalid API key"}),
		stopped: http.NotFound,
		routes: func(s *Shortener) map[string]http.HandlerFunc {
			return map[string]http.HandlerFunc{"GET /v1/links": s.rebrandlyLinks, "GET /v1/links/count": s.rebrandlyCount}
		},
	})
}

func rebrandlyID(l Link) string { return fmt.Sprintf("%032x", 1<<20+l.N) }

// rebrandlyMost is the most links of a page.
const rebrandlyMost = 25

func (s *Shortener) rebrandlyCount(w http.ResponseWriter, _ *http.Request) {
	reply(w, http.StatusOK, object{"count": len(s.links)})
}

func (s *Shortener) rebrandlyLinks(w http.ResponseWriter, r *http.Request) {
	query := r.URL.Query()
	links := s.newest()
	if query.Get("orderDir") == "asc" {
		slices.Reverse(links)
	}
	position := 1 + slices.IndexFunc(links, func(l Link) bool { return rebrandlyID(l) == query.Get("last") })
	page := part(links, position, min(number(query, "limit", rebrandlyMost), rebrandlyMost))
	s.list(w, position/rebrandlyMost+1, objects(page, rebrandlyLink))
}

func rebrandlyLink(l Link) object {
	tags, status := []object{}, "active"
	for i, name := range l.Tags {
		tags = append(tags, object{"id": fmt.Sprint(i), "name": name, "color": "ff0000"})
	}
	if l.Archived {
		status = "inactive"
	}
	return object{
		"id": rebrandlyID(l), "title": l.Title, "slashtag": l.Slug, "destination": l.URL, "description": l.Comments, "tags": tags,
		"createdAt": l.CreatedAt.Format(millis), "updatedAt": l.CreatedAt.Format(millis), "status": status, "clicks": l.Clicks,
		"shortUrl": strings.TrimPrefix(l.Short(), "https://"), "domainName": l.Host, "domain": object{"id": l.Host, "fullName": l.Host},
		"https": true, "favourite": false, "forwardParameters": !l.DropsQuery,
	}
}
