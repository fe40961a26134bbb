package testshorteners

import (
	"maps"
	"net/http"
	"net/url"
	"slices"
	"testing"
)

// BitlyHost is the host of short URLs that are Bitly's own.
const BitlyHost = "bit.ly"

// bitlyGroups are the groups. The first ones have no links, the others those before and from
// bitlySecond on.
func bitlyGroups() []string { return []string{"BaEmpty", "BbFirst", "BcEmpty", "BdSecond"} }

const bitlySecond = 1100

// Bitly starts a Bitly. Its full link is one of BitlyHost with custom back-halves on Hosts.
func Bitly(t testing.TB) *Shortener {
	t.Helper()
	return start(t, peer{
		key:    "Bearer bitly-token",
		faults: standard(2),
		id:     bitlyID,
		short: func(l Link) string {
			if l.N == Full {
				return bitlyCustom(l)[0]
			}
			return l.Short()
		},
		keyOf:  header("Authorization"),
		refuse: refusal(http.StatusForbidden, object{"message": "FORBIDDEN", "resource": "groups", "description": "You are forbidden."}),
		routes: func(s *Shortener) map[string]http.HandlerFunc {
			return map[string]http.HandlerFunc{
				"GET /v4/groups": s.bitlyGroups, "GET /v4/groups/{group}/bitlinks": s.bitlyLinks,
				"GET /v4/bitlinks/{host}/{alias}/clicks": s.bitlyClicks,
			}
		},
	})
}

func bitlyID(l Link) string {
	if l.N == Full {
		return BitlyHost + "/" + l.Slug
	}
	return l.Host + "/" + l.Slug
}

// bitlyCustom returns the short URLs of a link besides its own, the newest first.
func bitlyCustom(l Link) []string {
	out := []string{}
	for _, alias := range l.Aliases {
		out = append(out, "https://"+l.Host+"/"+alias)
	}
	if len(out) > 0 {
		out = append(out, "https://"+BitlyHost+"/"+l.Aliases[0])
	}
	return out
}

func (s *Shortener) bitlyGroups(w http.ResponseWriter, _ *http.Request) {
	groups := make([]object, len(bitlyGroups()))
	for i, id := range bitlyGroups() {
		groups[len(groups)-1-i] = object{"guid": id, "name": id, "bsds": Hosts(), "is_active": true}
	}
	reply(w, http.StatusOK, object{"groups": groups})
}

func (s *Shortener) bitlyLinks(w http.ResponseWriter, r *http.Request) {
	query, group := r.URL.Query(), r.PathValue("group")
	size, archived := min(number(query, "size", 50), 100), query.Get("archived")
	links := slices.DeleteFunc(s.newest(), func(l Link) bool {
		own := "BbFirst"
		if l.N >= bitlySecond {
			own = "BdSecond"
		}
		return group != own || l.Archived && archived != "both"
	})
	position := 1 + slices.IndexFunc(links, func(l Link) bool { return bitlyID(l) == query.Get("search_after") })
	page, next, last := part(links, position, size), "", ""
	if position+len(page) < len(links) {
		last = bitlyID(page[len(page)-1])
		next = s.URL + r.URL.Path + "?" + url.Values{"search_after": {last}, "size": {query.Get("size")}, "archived": {archived}}.Encode()
	}
	s.list(w, position/size+1, object{
		"links": objects(page, bitlyLink), "pagination": object{"next": next, "search_after": last, "size": size},
	})
}

// bitlyClicks returns the newest 50 days.
func (s *Shortener) bitlyClicks(w http.ResponseWriter, r *http.Request) {
	l, found := s.find(w, r.PathValue("host")+"/"+r.PathValue("alias"))
	if !found {
		return
	}
	days, last := s.byDay(l), r.URL.Query().Get("unit_reference")
	clicks := []object{}
	for _, day := range slices.Backward(slices.Sorted(maps.Keys(days))) {
		if len(clicks) < 50 && (last == "" || day <= last[:len(day)]) {
			clicks = append(clicks, object{"date": day + "T00:00:00+0000", "clicks": days[day]})
		}
	}
	reply(w, http.StatusOK, object{"link_clicks": clicks, "units": -1, "unit": "day", "unit_reference": last})
}

func bitlyLink(l Link) object {
	out := object{
		"id": bitlyID(l), "link": "https://" + bitlyID(l), "custom_bitlinks": bitlyCustom(l), "archived": l.Archived,
		"created_at": l.CreatedAt.Format("2006-01-02T15:04:05-0700"), "created_by": "someone", "tags": append([]string{}, l.Tags...),
		"deeplinks": []string{}, "references": object{"group": "https://api-ssl.bitly.com/v4/groups/BbFirst"},
	}
	for name, value := range map[string]string{"long_url": l.URL, "title": l.Title} {
		if value != "" {
			out[name] = value
		}
	}
	if !l.ExpiresAt.IsZero() {
		out["expiration_at"] = l.ExpiresAt.Format("2006-01-02T15:04:05-0700")
	}
	return out
}
