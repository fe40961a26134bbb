package testshorteners

import (
	"fmt"
	"net/http"
	"testing"
	"time"
)

// YOURLSUser is a user and a password that YOURLS accepts in place of its key.
const YOURLSUser = "admin:pass:word"

// YOURLS starts a YOURLS below the path /s of its host. It has two pages, so that each has one
// of the faults, and each third call has the limit.
func YOURLS(t testing.TB) *Shortener {
	t.Helper()
	s := start(t, peer{
		key:    "0f1e2d3c4b",
		faults: Faults{LimitEvery: 3, ErrorPage: 1, CutPage: 2, GrowAfter: []int{1}, Wrong: true},
		id:     func(l Link) string { return l.Slug },
		short:  func(l Link) string { return "https://" + Hosts()[0] + "/s/" + l.Slug },
		keyOf: func(r *http.Request) string {
			if r.FormValue("username")+":"+r.FormValue("password") == YOURLSUser {
				return "0f1e2d3c4b"
			}
			return r.PostFormValue("signature")
		},
		refuse: refusal(http.StatusForbidden, object{"message": "Please log in", "errorCode": "403", "callback": ""}),
		routes: func(s *Shortener) map[string]http.HandlerFunc {
			return map[string]http.HandlerFunc{"POST /s/yourls-api.php": s.yourlsStats}
		},
	})
	s.URL += "/s"
	return s
}

func (s *Shortener) yourlsStats(w http.ResponseWriter, r *http.Request) {
	if r.PostFormValue("action") != "stats" || r.PostFormValue("filter") != "last" || r.PostFormValue("format") != "json" {
		reply(w, http.StatusBadRequest, object{"errorCode": "400", "message": "Unknown or missing \"action\" parameter"})
		return
	}
	limit, start := number(r.PostForm, "limit", 0), number(r.PostForm, "start", 0)
	links, clicks := object{}, int64(0)
	for i, l := range part(s.newest(), start, limit) {
		links[fmt.Sprintf("link_%d", i+1)] = s.yourlsLink(l)
	}
	for _, l := range s.links {
		clicks += l.Clicks
	}
	body := object{
		"statusCode": "200", "message": "success", "stats": object{"total_links": fmt.Sprint(len(s.links)), "total_clicks": fmt.Sprint(clicks)},
	}
	if len(links) > 0 {
		body["links"] = links
	}
	s.list(w, start/max(limit, 1)+1, body)
}

// yourlsLink returns a link, of which YOURLS has little. It has one host.
func (s *Shortener) yourlsLink(l Link) object {
	return object{
		"shorturl": s.Short(l), "url": l.URL, "title": l.Title,
		"timestamp": l.CreatedAt.Format(time.DateTime), "ip": "192.0.2.1", "clicks": fmt.Sprint(l.Clicks),
	}
}
