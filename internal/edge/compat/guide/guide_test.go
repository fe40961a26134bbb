package guide_test

import (
	"log/slog"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
	"testing"
	"testing/fstest"

	docs "linnet/docs/compat"
	"linnet/internal/core/dropin"
	"linnet/internal/edge/compat/guide"
)

func get(t *testing.T, d guide.Deps) *httptest.ResponseRecorder {
	t.Helper()
	d.Log = slog.New(slog.DiscardHandler)
	w := httptest.NewRecorder()
	guide.Handler(d).ServeHTTP(w, httptest.NewRequestWithContext(t.Context(), http.MethodGet, guide.Path, nil))
	return w
}

func TestHandler_DescribesEveryDropInAPI(t *testing.T) {
	t.Parallel()
	w := get(t, guide.Deps{Files: docs.Files, PublicURL: "https://s.example.org", Enabled: []dropin.API{dropin.Kutt}})
	page := w.Body.String()
	if w.Code != http.StatusOK || w.Header().Get("Content-Type") != "text/html; charset=utf-8" {
		t.Fatalf("%d %v", w.Code, w.Header())
	}
	for _, api := range dropin.All() {
		if !strings.Contains(page, `<h2 id="`+string(api)+`">`+api.Name()+`</h2>`) {
			t.Errorf("no section about %s", api)
		}
		off := strings.Contains(page, "does not answer the API of "+api.Name()+".")
		if off != (api != dropin.Kutt) {
			t.Errorf("%s is shown as switched off: %t", api, off)
		}
	}
	for _, link := range regexp.MustCompile(`href="#([^"]+)"`).FindAllStringSubmatch(page, -1) {
		if !strings.Contains(page, `id="`+link[1]+`"`) {
			t.Errorf("#%s leads nowhere", link[1])
		}
	}
	if found := regexp.MustCompile(`<script|src="|href="(https?:)?//|style="|ZgotmplZ|\.md"|go\.example\.com`).FindString(page); found != "" {
		t.Errorf("the page contains %s", found)
	}
	for _, part := range []string{
		`<code>https://s.example.org/api/v2</code>`, // the install's own address
		`<code>s.example.org/menu</code>`,
		`<td data-label="Scope of the key"><code>links:read</code></td>`,
		"<h3>What differs from YOURLS</h3>",
	} {
		if !strings.Contains(page, part) {
			t.Errorf("the page lacks %s", part)
		}
	}
}

func TestHandler_DropsHTMLOfFiles(t *testing.T) {
	t.Parallel()
	files := fstest.MapFS{"README.md": {Data: []byte("# Title\n\nSay <script>alert(1)</script> & more.\n")}}
	for _, api := range dropin.All() {
		files[string(api)+".md"] = &fstest.MapFile{Data: []byte("# " + api.Name() + "\n\nText.\n")}
	}
	page := get(t, guide.Deps{Files: files}).Body.String()
	if strings.Contains(page, "<script") || !strings.Contains(page, "&amp; more.") {
		t.Error(page)
	}
}

func TestHandler_FailsWithoutAFile(t *testing.T) {
	t.Parallel()
	if w := get(t, guide.Deps{Files: fstest.MapFS{}}); w.Code != http.StatusInternalServerError {
		t.Errorf("status %d", w.Code)
	}
}
