package apikit_test

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"linnet/internal/edge/apikit"
)

func TestRouter_ReportsAllInvalidFields(t *testing.T) {
	t.Parallel()
	a := newAPI(t)
	got := a.do(t, "POST", "/things", `{"name":"x","size":0,"tags":["a",1]}`)
	p := got.problem(t)
	var fields []string
	for _, e := range p.Errors {
		fields = append(fields, e.Field)
		if !strings.HasSuffix(e.Message, ".") {
			t.Errorf("%s: %q is not a sentence", e.Field, e.Message)
		}
	}
	slices.Sort(fields)
	if got.StatusCode != http.StatusUnprocessableEntity || p.Code != "invalid" || !slices.Equal(fields, []string{"name", "size", "tags[1]"}) {
		t.Errorf("%d %s %v", got.StatusCode, p.Code, fields)
	}
	missing := a.do(t, "POST", "/things", `{}`).problem(t)
	if len(missing.Errors) != 1 || missing.Errors[0] != (apikit.FieldProblem{Field: "name", Message: "Is required."}) ||
		missing.Message != "name: Is required." {
		t.Errorf("a missing field: %+v", missing)
	}
}

func TestRouter_ProblemsOfServices(t *testing.T) {
	t.Parallel()
	a := newAPI(t)
	if p := a.do(t, "POST", "/things", `{"name":"taken"}`).problem(t); p.Status != http.StatusConflict || p.Message != "This name is taken." ||
		len(p.Errors) != 1 || p.Errors[0].Field != "name" {
		t.Errorf("conflict: %+v", p)
	}
	if got := a.do(t, "GET", "/fail/busy", ""); got.StatusCode != http.StatusServiceUnavailable || got.Header.Get("Retry-After") != "2" {
		t.Errorf("unavailable: %d, Retry-After %q", got.StatusCode, got.Header.Get("Retry-After"))
	}
	got := a.do(t, "GET", "/fail/defect", "", "X-Request-Id", "req-7")
	p := got.problem(t)
	if p.Status != http.StatusInternalServerError || !strings.Contains(p.Detail, "req-7") || strings.Contains(got.text, "secret") {
		t.Errorf("defect: %s", got.text)
	}
	if log := a.log.String(); !strings.Contains(log, "disk secret") || !strings.Contains(log, "request=req-7") {
		t.Errorf("log: %s", log)
	}
}

func TestRouter_RequestsWithoutAnOperation(t *testing.T) {
	t.Parallel()
	a := newAPI(t)
	if p := a.do(t, "GET", "/nothing", "").problem(t); p.Status != http.StatusNotFound {
		t.Errorf("unknown path: %+v", p)
	}
	got := a.do(t, "DELETE", "/things", "")
	if p := got.problem(t); p.Status != http.StatusMethodNotAllowed || !strings.Contains(got.Header.Get("Allow"), "POST") {
		t.Errorf("unknown method: %+v, Allow %q", p, got.Header.Get("Allow"))
	}
	unauthenticated := a.do(t, "GET", "/things", "", "Authorization", "Bearer none")
	if p := unauthenticated.problem(t); p.Status != http.StatusUnauthorized || unauthenticated.Header.Get("WWW-Authenticate") == "" {
		t.Errorf("invalid token: %+v", p)
	}
	if p := a.do(t, "GET", "/things", "", apikit.WorkspaceHeader, "wsp_other").problem(t); p.Status != http.StatusNotFound {
		t.Errorf("another workspace: %+v", p)
	}
	if p := a.do(t, "POST", "/sign-up", `{}`, "Sec-Fetch-Site", "cross-site").problem(t); p.Status != http.StatusForbidden {
		t.Errorf("page of another site: %+v", p)
	}
}

func TestRequestID(t *testing.T) {
	t.Parallel()
	r := httptest.NewRequest(http.MethodGet, "/", http.NoBody)
	for id, accepted := range map[string]bool{
		"req-7": true, strings.Repeat("a", 128): true, strings.Repeat("a", 129): false, "": false, "a b": false, `"a"`: false, `a\`: false, "é": false,
	} {
		r.Header.Set(apikit.RequestIDHeader, id)
		if got := apikit.RequestID(r); (got == id) != accepted || got == "" {
			t.Errorf("%q becomes %q", id, got)
		}
	}
}

// TestRouter_CutsWholeLists deletes the item of a cursor between two pages.
func TestRouter_CutsWholeLists(t *testing.T) {
	t.Parallel()
	a := newAPI(t)
	page := func(query string) (items []string, cursor string) {
		t.Helper()
		var body struct {
			Items      []struct{ ID string }
			NextCursor *string
			Total      int
		}
		got := a.do(t, "GET", "/whole?"+query, "")
		if err := json.Unmarshal([]byte(got.text), &body); err != nil || got.StatusCode != http.StatusOK {
			t.Fatalf("%s: %d %s", query, got.StatusCode, got.text)
		}
		for _, item := range body.Items {
			items = append(items, item.ID)
		}
		if body.NextCursor != nil {
			cursor = *body.NextCursor
		}
		return items, cursor
	}
	if items, cursor := page("items=a,b,c"); !slices.Equal(items, []string{"a", "b", "c"}) || cursor != "" {
		t.Errorf("whole: %v, %q", items, cursor)
	}
	items, cursor := page("items=a,b,c,d&limit=2")
	if !slices.Equal(items, []string{"a", "b"}) || cursor == "" {
		t.Fatalf("the first page: %v, %q", items, cursor)
	}
	for changed, want := range map[string][]string{
		"a,b,c,d": {"c", "d"}, "a,c,d": {"c", "d"}, "b,c,d": {"c", "d"}, "new,a,b,c,d": {"c", "d"}, "a,b": nil, "a": nil,
	} {
		if items, next := page("items=" + changed + "&limit=2&cursor=" + cursor); !slices.Equal(items, want) || next != "" {
			t.Errorf("after %s: %v, %q, want %v", changed, items, next, want)
		}
	}
	for _, bad := range []string{"limit=0", "limit=1001", "limit=a", "cursor=x", "cursor=LTEgYQ"} {
		if p := a.do(t, "GET", "/whole?"+bad, "").problem(t); p.Status != http.StatusUnprocessableEntity || len(p.Errors) != 1 {
			t.Errorf("%s: %+v", bad, p)
		}
	}
}
