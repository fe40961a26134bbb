package httpapi_test

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
	"testing"

	"linnet/internal/edge/apikit"
	"linnet/internal/edge/httpapi"
)

func TestReference_ShowsEveryOperationAndSchema(t *testing.T) {
	t.Parallel()
	in := newInstall(t)
	w := httptest.NewRecorder()
	in.api.Reference().ServeHTTP(w, httptest.NewRequestWithContext(t.Context(), http.MethodGet, "/docs/api", nil))
	page := w.Body.String()
	if w.Code != http.StatusOK || w.Header().Get("Content-Type") != "text/html; charset=utf-8" {
		t.Fatalf("%d %v", w.Code, w.Header())
	}
	raw, err := httpapi.OpenAPI()
	if err != nil {
		t.Fatal(err)
	}
	var doc struct {
		Paths map[string]map[string]struct {
			OperationID string `json:"operationId"`
		} `json:"paths"`
		Components struct {
			Schemas map[string]any `json:"schemas"`
		} `json:"components"`
	}
	if err := json.Unmarshal(raw, &doc); err != nil {
		t.Fatal(err)
	}
	for _, kind := range apikit.ErrorKinds() {
		if !strings.Contains(page, `id="`+kind.Anchor()+`"`) {
			t.Errorf("no explanation of %s", kind.Code)
		}
	}
	for path, methods := range doc.Paths {
		for method, op := range methods {
			if !strings.Contains(page, `<details id="`+op.OperationID+`">`) {
				t.Errorf("%s %s is not shown", method, path)
			}
		}
	}
	for name := range doc.Components.Schemas {
		if !strings.Contains(page, `id="schema-`+name+`"`) {
			t.Errorf("schema %s is not shown", name)
		}
	}
	for _, link := range regexp.MustCompile(`href="#([^"]+)"`).FindAllStringSubmatch(page, -1) {
		if !strings.Contains(page, `id="`+link[1]+`"`) {
			t.Errorf("#%s leads nowhere", link[1])
		}
	}
	if regexp.MustCompile(`<script|(src|href)="(https?:)?//|style="|ZgotmplZ`).MatchString(page) {
		t.Error("the page has a script, an inline style or something from elsewhere")
	}
	csp := w.Header().Get("Content-Security-Policy")
	if !strings.HasPrefix(csp, "default-src 'none'; style-src 'sha256-") || !strings.Contains(csp, "object-src 'none'; base-uri 'none'") {
		t.Errorf("policy %s", csp)
	}
}
