package cli

import (
	"io"
	"net/http"
	"strings"
	"testing"
)

func TestNode_ServesTheAPIReference(t *testing.T) {
	t.Parallel()
	origin := start(t, nil)
	ada := signUp(t, origin)
	get := func(path string) (int, string) {
		r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, origin+path, nil)
		if err != nil {
			t.Fatal(err)
		}
		answer, err := http.DefaultClient.Do(r)
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
	if status, _ := get("/docs/other"); status != http.StatusNotFound {
		t.Errorf("/docs/other is %d", status)
	}
	for _, alias := range []string{"docs", "docs/api", "docs/*"} {
		ada.call(http.MethodPost, "/links", map[string]any{"url": "https://example.com/", "alias": alias}, http.StatusConflict, nil)
	}
}
