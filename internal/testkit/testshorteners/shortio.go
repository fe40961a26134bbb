package testshorteners

import (
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"testing"
)

// ShortIO starts a Short.io.
func ShortIO(t testing.TB) *Shortener {
	t.Helper()
	return start(t, peer{
		passwords: true,
		devices:   true,
		key:       "sk_key",
		// Each domain has two pages.
		faults: Faults{LimitEvery: 7, ErrorPage: 1, CutPage: 2, GrowAfter: []int{1, 2}, Wrong: true},
		id:     shortIOID,
		keyOf:  header("Authorization"),
		refuse: refusal(http.StatusUnauthorized, object{"error": "Unauthorized"}),
		routes: func(s *Shortener) map[string]http.HandlerFunc {
			return map[string]http.HandlerFunc{
				"GET /api/domains":            s.shortIODomains,
				"GET /api/links":              s.shortIOLinks,
				"GET /links/folders/{domain}": s.shortIOFolders,
			}
		},
	})
}

func shortIOID(l Link) string { return fmt.Sprintf("lnk_%d_x", l.N) }

// shortIODomain returns the id of a host.
func shortIODomain(host string) int { return 980 + 7*slices.Index(Hosts(), host) }

func (s *Shortener) shortIODomains(w http.ResponseWriter, _ *http.Request) {
	domains := []object{{"id": 5, "hostname": "empty.example.com", "state": "configured"}}
	for _, host := range Hosts() {
		domains = append(domains, object{"id": shortIODomain(host), "hostname": host, "state": "configured"})
	}
	reply(w, http.StatusOK, domains)
}

func (s *Shortener) shortIOFolders(w http.ResponseWriter, r *http.Request) {
	names, folders := []string{}, []object{}
	for _, l := range s.links {
		if fmt.Sprint(shortIODomain(l.Host)) == r.PathValue("domain") && l.Folder != "" && !slices.Contains(names, l.Folder) {
			names = append(names, l.Folder)
			folders = append(folders, object{"id": shortIOFolder(l), "name": l.Folder, "DomainId": shortIODomain(l.Host)})
		}
	}
	reply(w, http.StatusOK, object{"linkFolders": folders})
}

// shortIOFolder returns the id of the folder of a link; empty: none.
func shortIOFolder(l Link) string {
	if l.Folder == "" {
		return ""
	}
	return fmt.Sprintf("%d-%x", shortIODomain(l.Host), l.Folder)
}

// shortIOLinks returns a page, whose token is the position behind it.
func (s *Shortener) shortIOLinks(w http.ResponseWriter, r *http.Request) {
	query := r.URL.Query()
	links := slices.DeleteFunc(slices.Clone(s.links), func(l Link) bool { return shortIODomain(l.Host) != number(query, "domain_id", 0) })
	limit, position := min(number(query, "limit", 50), 150), 0
	if last := query.Get("pageToken"); last != "" {
		n, _ := strconv.Atoi(last)
		position = 1 + slices.IndexFunc(links, func(l Link) bool { return l.N == n })
	}
	page := part(links, position, limit)
	body := object{"count": len(page), "links": objects(page, shortIOLink)}
	if position+len(page) < len(links) {
		body["nextPageToken"] = fmt.Sprint(page[len(page)-1].N)
	}
	s.list(w, position/limit+1, body)
}

// shortIOLink returns a link. Every other creation time is in milliseconds.
func shortIOLink(l Link) object {
	out := object{
		"id": fmt.Sprint(l.N), "idString": shortIOID(l), "path": l.Slug, "shortURL": l.Short(), "secureShortURL": l.Short(),
		"originalURL": l.URL, "title": textOrNil(l.Title), "tags": append([]string{}, l.Tags...), "FolderId": textOrNil(shortIOFolder(l)),
		"DomainId": shortIODomain(l.Host), "createdAt": isoOrNil(l.CreatedAt), "archived": l.Archived,
		"expiresAt": nil, "expiredURL": textOrNil(l.ExpiredURL), "clicksLimit": numberOrNil(l.MaxClicks), "hasPassword": l.Password != "",
		"redirectType": nil, "skipQS": l.DropsQuery, "cloaking": false, "androidURL": textOrNil(l.Android), "iphoneURL": textOrNil(l.IOS),
		"splitURL": textOrNil(l.Variant), "splitPercent": numberOrNil(int64(l.VariantPercent)),
		"utmSource": textOrNil(l.UTM["source"]), "utmMedium": textOrNil(l.UTM["medium"]), "utmCampaign": textOrNil(l.UTM["campaign"]),
		"utmTerm": textOrNil(l.UTM["term"]), "utmContent": textOrNil(l.UTM["content"]),
	}
	if l.N%2 == 0 {
		out["createdAt"] = l.CreatedAt.UnixMilli()
	}
	if !l.ExpiresAt.IsZero() {
		out["expiresAt"] = l.ExpiresAt.UnixMilli()
	}
	if l.RedirectStatus != 0 {
		out["redirectType"] = l.RedirectStatus
	}
	return out
}
