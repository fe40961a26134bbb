package testshorteners

import (
	"fmt"
	"net/http"
	"slices"
	"testing"
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
			return map[string]http.HandlerFunc{"GET /links": s.dubLinks, "GET /folders": s.dubFolders}
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
