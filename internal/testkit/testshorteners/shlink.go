package testshorteners

import (
	"net/http"
	"slices"
	"testing"
	"time"
)

// Shlink starts a Shlink, whose default domain is the first of Hosts.
func Shlink(t testing.TB) *Shortener {
	t.Helper()
	return start(t, peer{
		devices: true,
		key:     "0f1e2d3c-aaaa-4bbb-8ccc-5b4a39281706",
		faults:  standard(2, 6),
		id:      func(l Link) string { return shlinkDomain(l) + "/" + l.Slug },
		keyOf:   header("X-Api-Key"),
		refuse:  refusal(http.StatusUnauthorized, object{"type": "https://shlink.io/api/error/invalid-api-key", "status": 401}),
		routes: func(s *Shortener) map[string]http.HandlerFunc {
			return map[string]http.HandlerFunc{
				"GET /rest/v3/short-urls":                       s.shlinkLinks,
				"GET /rest/v3/short-urls/{code}/redirect-rules": s.shlinkRules,
				"GET /rest/v3/short-urls/{code}/visits":         s.shlinkVisits,
			}
		},
	})
}

// shlinkDomain returns the domain of a link; empty: the default one.
func shlinkDomain(l Link) string {
	if l.Host == Hosts()[0] {
		return ""
	}
	return l.Host
}

func (s *Shortener) shlinkLinks(w http.ResponseWriter, r *http.Request) {
	query := r.URL.Query()
	page, size := number(query, "page", 1), number(query, "itemsPerPage", 10)
	links := s.newest()
	if query.Get("orderBy") == "dateCreated-ASC" {
		slices.Reverse(links)
	}
	data := objects(part(links, (page-1)*size, size), shlinkLink)
	s.list(w, page, object{"shortUrls": object{"data": data, "pagination": object{
		"currentPage": page, "pagesCount": (len(links) + size - 1) / size, "itemsPerPage": size,
		"itemsInCurrentPage": len(data), "totalItems": len(links),
	}}})
}

func shlinkLink(l Link) object {
	return object{
		"shortCode": l.Slug, "shortUrl": l.Short(), "longUrl": l.URL, "dateCreated": l.CreatedAt.Format(shlinkTime),
		"visitsSummary": object{"total": l.Clicks + 5, "nonBots": l.Clicks, "bots": 5},
		"tags":          append([]string{}, l.Tags...),
		"meta": object{
			"validSince": timeOrNil(l.StartsAt, shlinkTime), "validUntil": timeOrNil(l.ExpiresAt, shlinkTime), "maxVisits": numberOrNil(l.MaxClicks),
		},
		"domain": textOrNil(shlinkDomain(l)), "title": textOrNil(l.Title), "crawlable": l.Indexable, "forwardQuery": !l.DropsQuery,
		"hasRedirectRules": l.IOS != "",
	}
}

const shlinkTime = "2006-01-02T15:04:05-07:00"

func (s *Shortener) shlinkRules(w http.ResponseWriter, r *http.Request) {
	for _, l := range s.links {
		if l.Slug != r.PathValue("code") || shlinkDomain(l) != r.URL.Query().Get("domain") {
			continue
		}
		rules := []object{}
		for _, rule := range []struct{ kind, value, to string }{
			{"device", "ios", l.IOS}, {"device", "android", l.Android}, {"geolocation-country-code", "DE", l.Geo["DE"]},
		} {
			if rule.to != "" {
				conditions := []object{{"type": rule.kind, "matchKey": nil, "matchValue": rule.value}}
				rules = append(rules, object{"longUrl": rule.to, "priority": len(rules) + 1, "conditions": conditions})
			}
		}
		reply(w, http.StatusOK, object{"defaultLongUrl": l.URL, "redirectRules": rules})
		return
	}
	reply(w, http.StatusNotFound, object{"type": "https://shlink.io/api/error/short-url-not-found", "status": 404})
}

func (s *Shortener) shlinkVisits(w http.ResponseWriter, r *http.Request) {
	query := r.URL.Query()
	l, found := s.find(w, query.Get("domain")+"/"+r.PathValue("code"))
	if !found {
		return
	}
	visits, end := s.Visits(l), query.Get("endDate")
	slices.Reverse(visits)
	visits = slices.DeleteFunc(visits, func(v Visit) bool {
		return v.Flagged && query.Get("excludeBots") == "true" || end != "" && v.At.Format(time.RFC3339) > end
	})
	page, size := number(query, "page", 1), number(query, "itemsPerPage", 10)
	data := []object{}
	for _, v := range visits[min((page-1)*size, len(visits)):min(page*size, len(visits))] {
		location := object{"countryCode": v.Country, "countryName": "", "cityName": "", "isEmpty": false}
		if v.Country == "" {
			location = nil
		}
		data = append(data, object{
			"referer": v.Referrer, "date": v.At.Format(shlinkTime), "userAgent": v.Agent, "visitLocation": location, "potentialBot": v.Flagged,
		})
	}
	reply(w, http.StatusOK, object{"visits": object{"data": data, "pagination": object{
		"currentPage": page, "pagesCount": (len(visits) + size - 1) / size, "itemsPerPage": size,
		"itemsInCurrentPage": len(data), "totalItems": len(visits),
	}}})
}

// numberOrNil returns a number; nil if it is 0.
func numberOrNil(n int64) any {
	if n == 0 {
		return nil
	}
	return n
}

// isoOrNil returns a time as JavaScript writes it; nil if it is zero.
func isoOrNil(at time.Time) any { return timeOrNil(at, millis) }
