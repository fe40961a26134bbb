package testshorteners

import (
	"cmp"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"
)

// Dub starts a Dub, whose test of the full link ends at its expiry.
func Dub(t testing.TB) *Shortener {
	t.Helper()
	return start(t, peer{
		passwords: true,
		devices:   true,
		key:       "Bearer dub_key",
		faults:    standard(2),
		id:        dubID,
		keyOf:     header("Authorization"),
		refuse:    refusal(http.StatusUnauthorized, object{"error": object{"code": "unauthorized", "message": "Invalid API key."}}),
		routes: func(s *Shortener) map[string]http.HandlerFunc {
			return map[string]http.HandlerFunc{
				"GET /links": s.dubLinks, "GET /folders": s.dubFolders, "GET /events": s.dubEvents, "GET /analytics": s.dubAnalytics,
			}
		},
	})
}

func dubID(l Link) string { return fmt.Sprintf("link_%05d", l.N) }

// dubFolderID returns the id of a folder; nil: none.
func dubFolderID(name string) any {
	if name == "" {
		return nil
	}
	return "fold_" + fmt.Sprintf("%x", name)
}

// dubFolders returns the folders that there are and 60 empty ones.
func (s *Shortener) dubFolders(w http.ResponseWriter, r *http.Request) {
	names := []string{}
	for i := range 60 {
		names = append(names, fmt.Sprintf("Empty %d", i))
	}
	for _, l := range s.links {
		if l.Folder != "" && !slices.Contains(names, l.Folder) {
			names = append(names, l.Folder)
		}
	}
	page, size := number(r.URL.Query(), "page", 1), min(number(r.URL.Query(), "pageSize", 50), 50)
	out := []object{}
	for _, name := range names[min((page-1)*size, len(names)):min(page*size, len(names))] {
		out = append(out, object{"id": dubFolderID(name), "name": name, "type": "default", "accessLevel": "write"})
	}
	reply(w, http.StatusOK, out)
}

// dubLinks returns only links without a folder where the query has none, and none behind a link
// that there is no longer.
func (s *Shortener) dubLinks(w http.ResponseWriter, r *http.Request) {
	query := r.URL.Query()
	links := slices.DeleteFunc(s.newest(), func(l Link) bool {
		id, _ := dubFolderID(l.Folder).(string)
		archived, untagged := l.Archived && query.Get("showArchived") != "true", len(l.Tags) == 0 && query.Get("withTags") == "true"
		return id != query.Get("folderId") || archived || untagged
	})
	size, position := min(number(query, "pageSize", 100), 100), 0
	if last := query.Get("startingAfter"); last != "" {
		position = 1 + slices.IndexFunc(links, func(l Link) bool { return dubID(l) == last })
		if position == 0 {
			position = len(links)
		}
	}
	s.list(w, position/size+1, objects(part(links, position, size), dubLink))
}

func (s *Shortener) dubEvents(w http.ResponseWriter, r *http.Request) {
	if s.faults.NoEvents {
		reply(w, http.StatusForbidden, object{"error": object{"code": "forbidden", "message": "Upgrade to Business."}})
		return
	}
	query := r.URL.Query()
	l, found := s.find(w, query.Get("linkId"))
	if !found {
		return
	}
	visits := s.people(l)
	if query.Get("sortOrder") != "asc" {
		slices.Reverse(visits)
	}
	size := min(number(query, "limit", 100), 100)
	first := min((number(query, "page", 1)-1)*size, len(visits))
	out := []object{}
	for _, v := range visits[first:min(first+size, len(visits))] {
		out = append(out, dubEvent(v))
	}
	reply(w, http.StatusOK, out)
}

func dubEvent(v Visit) object {
	referrer, err := url.Parse(v.Referrer)
	if err != nil {
		panic(err)
	}
	click := object{
		"timestamp": v.At.Format(millis), "country": cmp.Or(v.Country, "Unknown"), "device": strings.ToUpper(v.Device[:1]) + v.Device[1:],
		"browser": v.DubBrowser, "os": v.DubOS, "referer": cmp.Or(referrer.Host, "(direct)"), "trigger": "link", "ip": "",
	}
	return object{"event": "click", "timestamp": v.At.Format(millis), "click": click}
}

// dubAnalytics returns days, or months where the time is longer than 180 days.
func (s *Shortener) dubAnalytics(w http.ResponseWriter, r *http.Request) {
	query := r.URL.Query()
	l, found := s.find(w, query.Get("linkId"))
	if !found {
		return
	}
	start, _ := time.Parse(time.RFC3339, query.Get("start"))
	end, _ := time.Parse(time.RFC3339, query.Get("end"))
	end = end.AddDate(0, 0, 1)
	step := func(at time.Time) time.Time { return at.AddDate(0, 0, 1) }
	if end.Sub(start) > 181*24*time.Hour {
		step = func(at time.Time) time.Time { return at.AddDate(0, 1, 0) }
	}
	points := []object{}
	for at := start; at.Before(end); at = step(at) {
		clicks := 0
		for _, v := range s.people(l) {
			if !v.At.Before(at) && v.At.Before(step(at)) {
				clicks++
			}
		}
		points = append(points, object{"start": at.Format(millis), "clicks": clicks, "leads": 0, "sales": 0, "saleAmount": 0})
	}
	reply(w, http.StatusOK, points)
}

func dubLink(l Link) object {
	tags := []object{}
	for i, name := range l.Tags {
		tags = append(tags, object{"id": fmt.Sprintf("tag_%d", i), "name": name, "color": "red"})
	}
	out := object{
		"id": dubID(l), "domain": l.Host, "key": l.Slug, "shortLink": l.Short(), "url": l.URL, "title": textOrNil(l.Title),
		"description": textOrNil(l.Description), "image": textOrNil(l.Image), "proxy": l.Preview, "comments": textOrNil(l.Comments),
		"tags": tags, "folderId": dubFolderID(l.Folder), "createdAt": l.CreatedAt.Format(millis), "updatedAt": l.CreatedAt.Format(millis),
		"clicks": l.Clicks, "archived": l.Archived, "disabledAt": nil, "expiresAt": isoOrNil(l.ExpiresAt), "expiredUrl": textOrNil(l.ExpiredURL),
		"password": textOrNil(l.Password), "ios": textOrNil(l.IOS), "android": textOrNil(l.Android), "geo": nil, "doIndex": l.Indexable,
		"trackConversion": false, "externalId": nil, "rewrite": false, "publicStats": false, "webhookIds": []string{},
	}
	if l.Geo != nil {
		out["geo"] = l.Geo
	}
	for _, name := range []string{"source", "medium", "campaign", "term", "content"} {
		out["utm_"+name] = textOrNil(l.UTM[name])
	}
	if l.Variant != "" {
		out["testVariants"] = []object{{"url": l.URL, "percentage": 100 - l.VariantPercent}, {"url": l.Variant, "percentage": l.VariantPercent}}
		out["testStartedAt"], out["testCompletedAt"] = isoOrNil(l.StartsAt), isoOrNil(l.ExpiresAt)
	}
	return out
}
