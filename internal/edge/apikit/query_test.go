package apikit_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"
)

func TestRouter_BoundsQueries(t *testing.T) {
	t.Parallel()
	a := newAPI(t)
	repeat := func(n int, pair string) string { return strings.TrimSuffix(strings.Repeat(pair+"&", n), "&") }
	names := func(n int) string {
		pairs := make([]string, n)
		for i := range pairs {
			pairs[i] = fmt.Sprintf("p%d=1", i)
		}
		return strings.Join(pairs, "&")
	}
	list := func(n int) string { return "tag=" + strings.TrimSuffix(strings.Repeat("a,", n), ",") }
	for what, c := range map[string]struct {
		query  string
		status int
		field  string
	}{
		"values of a list":          {list(200), http.StatusOK, ""},
		"too many values of a list": {list(201), http.StatusUnprocessableEntity, "tag"},
		"repeated":                  {repeat(200, "tag=a"), http.StatusOK, ""},
		"repeated too often":        {repeat(201, "tag=a"), http.StatusUnprocessableEntity, "tag"},
		"too many pairs":            {repeat(1001, "tag=a"), http.StatusUnprocessableEntity, ""},
		"too many names":            {names(101), http.StatusUnprocessableEntity, ""},
		"an unknown name":           {"nonsense=1", http.StatusUnprocessableEntity, "nonsense"},
		"bad escapes":               {"tag=%zz", http.StatusBadRequest, ""},
		"not UTF-8":                 {"tag=%ff", http.StatusBadRequest, ""},
		"a NUL":                     {"tag=%00", http.StatusBadRequest, ""},
		"a limit too large":         {"limit=101", http.StatusUnprocessableEntity, "limit"},
		"a limit that is text":      {"limit=x", http.StatusUnprocessableEntity, "limit"},
	} {
		got := a.do(t, "GET", "/things?"+c.query, "")
		if got.StatusCode != c.status {
			t.Errorf("%s: %d, want %d: %.200s", what, got.StatusCode, c.status, got.text)
			continue
		}
		if c.field != "" {
			if p := got.problem(t); len(p.Errors) != 1 || p.Errors[0].Field != c.field {
				t.Errorf("%s: %+v", what, p.Errors)
			}
		}
	}
}

func TestRouter_RepeatedParametersAreOneList(t *testing.T) {
	t.Parallel()
	a := newAPI(t)
	for _, query := range []string{"tag=a,b,c", "tag=a&tag=b&tag=c", "tag=a,b&tag=c"} {
		if got := a.do(t, "GET", "/things?"+query, ""); !strings.Contains(got.text, `"items":["a","b","c"]`) {
			t.Errorf("%s: %s", query, got.text)
		}
	}
}

func TestPage_Cursors(t *testing.T) {
	t.Parallel()
	a := newAPI(t)
	page := func(query string) (out struct {
		Items      []string
		NextCursor *string
		Total      int
	}) {
		got := a.do(t, "GET", "/things?"+query, "")
		if err := json.Unmarshal([]byte(got.text), &out); err != nil {
			t.Fatalf("%s: %v", got.text, err)
		}
		return out
	}
	first := page("tag=a,b,c&limit=2")
	if len(first.Items) != 2 || first.NextCursor == nil || first.Total != 3 {
		t.Fatalf("first page: %+v", first)
	}
	last := page("limit=2&cursor=" + *first.NextCursor)
	if last.Items == nil || len(last.Items) != 0 || last.NextCursor != nil || last.Total != 3 {
		t.Errorf("last page: %+v, want an empty list and no cursor", last)
	}
	if got := a.do(t, "GET", "/things?cursor="+strings.Repeat("a", 513), ""); got.StatusCode != http.StatusUnprocessableEntity {
		t.Errorf("a cursor too long: %d", got.StatusCode)
	}
}
