package cli

import (
	"io"
	"net/http"
	"strings"
	"testing"
)

func TestNode_ServesDocumentation(t *testing.T) {
	t.Parallel()
	origin := start(t, nil)
	ada := signUp(t, origin)
	get := func(path string) (int, string) {
		r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, origin+path, nil)
		if err != nil {
			t.Fatal(err)
		}
		answer, err := ada.client.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		defer answer.Body.Close()
		body, err := io.ReadAll(answer.Body)
		if err != nil {
			t.Fatal(err)
		}
		return answer.StatusCode, string(body)
	}
	if status, page := get("/docs/api"); status != http.StatusOK || !strings.Contains(page, `id="createLink"`) {
		t.Errorf("%d %.200s", status, page)
	}
	if status, page := get("/docs/compat"); status != http.StatusOK || !strings.Contains(page, "<code>"+origin+"/api/v2</code>") {
		t.Errorf("%d %.200s", status, page)
	}
	if status, _ := get("/docs/other"); status != http.StatusNotFound {
		t.Errorf("/docs/other is %d", status)
	}
	create := func(p *person, alias string, status int) {
		p.call(http.MethodPost, "/links", map[string]any{"url": "https://example.com/", "forwardPath": true, "alias": alias}, status, nil)
	}
	create(ada, "docs/api", http.StatusConflict)
	create(ada, "docs/compat", http.StatusConflict)
	create(ada, "docs/api/*", http.StatusConflict)
	for _, alias := range []string{"docs", "docs/*", "docs/login", "docs/api2", "DOCS/x"} {
		create(ada, alias, http.StatusConflict)
	}
	create(ada, "docsy/login", http.StatusCreated)
}
