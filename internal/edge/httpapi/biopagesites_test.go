package httpapi_test

import (
	"net/http"
	"strings"
	"testing"

	"linnet/internal/base/budget"
	"linnet/internal/base/fault"
	"linnet/internal/core/page/sitematch"
)

// oneSite is a web with one website, which has a style sheet.
type oneSite struct{ css string }

// Read implements sitematch.Sites.
func (s *oneSite) Read(_ *budget.Budget, address string) (sitematch.Site, error) {
	if address != "https://example.com/" {
		return sitematch.Site{}, fault.New(fault.Invalid, "This website could not be reached. Check the address.")
	}
	if s.css != "" {
		return sitematch.Site{Sheets: []string{s.css}}, nil
	}
	return sitematch.Site{Sheets: []string{"body{background:#123456;font-family:Georgia,serif}button{background:#fc0}"}}, nil
}

func TestBioPages_MatchesAWebsite(t *testing.T) {
	t.Parallel()
	u := newInstall(t).signUp(t)
	got := u.call(t, "POST", "/bio-pages/match-site", map[string]any{"url": "https://example.com/"}).want(t, http.StatusOK).json(t)
	look := got["theme"].(map[string]any)
	colors := look["colors"].(map[string]any)
	if colors["background"] != "#123456" || colors["button"] != "#ffcc00" || look["font"] != "serif" {
		t.Errorf("theme %v", look)
	}
	if found := got["found"].([]any); len(found) != 3 || found[0] != "background" {
		t.Errorf("found %v", found)
	}
	page := u.createPage(t, "ada")["id"].(string)
	u.call(t, "PATCH", "/bio-pages/"+page, map[string]any{"theme": look}).want(t, http.StatusOK)
	for _, address := range []string{"", "example.com", "ftp://example.com", "https://unknown.example/"} {
		refused := u.call(t, "POST", "/bio-pages/match-site", map[string]any{"url": address}).want(t, http.StatusUnprocessableEntity)
		if !strings.Contains(string(refused.body), `"field":"url"`) {
			t.Errorf("%q: %s", address, refused.body)
		}
	}
}
