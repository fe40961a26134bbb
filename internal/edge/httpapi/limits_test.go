package httpapi_test

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"

	"linnet/internal/base/fault"
)

// maxRefusal is more than any refusal needs, in bytes.
const maxRefusal = 32 << 10

func TestAPI_BoundsTheErrorsOfAResponse(t *testing.T) {
	t.Parallel()
	in := newInstall(t)
	u := in.signUp(t)
	many := func(n int, item string) string { return strings.TrimSuffix(strings.Repeat(item+",", n), ",") }
	for name, c := range map[string]struct {
		method, path, body string
		field              string // the first, when it is known
	}{
		"values of a parameter":      {"GET", "/public/shares/x/report?groupBy=" + many(31_000, "a"), "", "groupBy"},
		"values of a filter":         {"GET", "/analytics?groupBy=count&linkId=" + many(16_000, "x"), "", "linkId"},
		"values of a status":         {"GET", "/links?status=" + many(16_000, "a"), "", "status"},
		"values, one by one":         {"GET", "/links?" + strings.ReplaceAll(many(900, "tag=a"), ",", "&"), "", "tag"},
		"query parameters":           {"GET", "/analytics?" + strings.ReplaceAll(numbered(8_000), ",", "&"), "", ""},
		"different query parameters": {"GET", "/analytics?" + strings.ReplaceAll(numbered(500), ",", "&"), "", ""},
		"conditions":                 {"POST", "/links", `{"url":"https://example.com/","rules":[{"when":{"any":[` + many(300_000, "{}") + `]}}]}`, "rules[0].when.any"},
		"conditions, faulty ones":    {"POST", "/links", `{"url":"https://example.com/","rules":[{"when":{"any":[` + many(400, "{}") + `]}}]}`, ""},
		"tags":                       {"POST", "/links", `{"url":"https://example.com/","tags":[` + many(16_000, `"a,b"`) + `]}`, "tags"},
		"tags that are numbers":      {"POST", "/links", `{"url":"https://example.com/","tags":[` + many(900, `1`) + `]}`, ""},
		"ids that are numbers":       {"POST", "/exports", `{"ids":[` + many(32_000, `1`) + `]}`, "ids"},
		"lists within lists":         {"POST", "/links", `{"tags":` + strings.Repeat("[", 200_000), "tags" + strings.Repeat("[0]", 63)},
		"fields":                     {"POST", "/links", `{` + many(100_000, `"a":1`) + `}`, ""},
		"values":                     {"POST", "/links/bulk", `{"links":[` + many(900, `[`+many(500, `1`)+`]`) + `]}`, ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var body any
			if c.body != "" {
				body = c.body
			}
			r := u.call(t, c.method, c.path, body).want(t, http.StatusUnprocessableEntity)
			p := r.problem(t)
			if len(p.Errors) > fault.MaxFields || len(r.body) > maxRefusal {
				t.Errorf("%d errors in %d bytes", len(p.Errors), len(r.body))
			}
			if c.field != "" && !slices.Equal(names(p), []string{c.field}) {
				t.Errorf("got the fields %v, want %s", names(p), c.field)
			}
		})
	}
}

// names returns the faulty fields of a problem without their messages.
func names(p problem) []string {
	var out []string
	for _, e := range p.Errors {
		out = append(out, e.Field)
	}
	return out
}

// numbered returns n parameters with different names, separated by commas.
func numbered(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "p%d=1,", i)
	}
	return strings.TrimSuffix(b.String(), ",")
}

func TestAPI_AcceptsUpTo200ValuesOfAParameter(t *testing.T) {
	t.Parallel()
	u := newInstall(t).signUp(t)
	tags := strings.TrimSuffix(strings.Repeat("a,", 200), ",")
	u.call(t, "GET", "/links?tag="+tags, nil).want(t, http.StatusOK)
	u.call(t, "GET", "/links?tag="+tags+",a", nil).want(t, http.StatusUnprocessableEntity)
	u.call(t, "GET", "/links?search="+strings.Repeat(",", 200), nil).want(t, http.StatusOK) // no list
}

func TestAPI_NamesUnknownFields(t *testing.T) {
	t.Parallel()
	u := newInstall(t).signUp(t)
	const header = "Linnet-Unknown-Fields"
	body := func(alias string) string {
		return `{"url":"https://example.com/","alias":"` + alias + `","slug":"x","Title":"T","preview":{"text":"x"},"bad \u00e9":1,` +
			`"rules":[{"when":{"field":"country","op":"in","values":["DE"],"value":"DE"},"then":{"redirect":"https://example.com/de"}}]}`
	}
	unknown := []string{"slug", "preview.text", "bad+%C3%A9", "rules[0].when.value"}
	r := u.call(t, "POST", "/links", body("one")).want(t, http.StatusCreated)
	if got, want := r.header.Get(header), strings.Join(unknown, ", "); got != want {
		t.Errorf("%s: %s, want %s", header, got, want)
	}
	p := u.call(t, "POST", "/links?strict=true", body("two")).want(t, http.StatusUnprocessableEntity).problem(t)
	if !slices.Equal(names(p), unknown) {
		t.Errorf("strict names %v, want %v", names(p), unknown)
	}
	u.call(t, "GET", "/links/lookup?alias=two", nil).want(t, http.StatusNotFound)

	if got := u.call(t, "PATCH", "/me", `{"email":"new@example.com"}`).want(t, http.StatusOK).header.Get(header); got != "email" {
		t.Errorf("PATCH /me names %q, want email", got)
	}
	u.call(t, "PATCH", "/me?strict=true", `{"email":"new@example.com"}`).want(t, http.StatusUnprocessableEntity)
	known := `{"links":[{"url":"https://example.com/","tags":["a"],"utm":{"source":"s"},"split":null}]}`
	if got := u.call(t, "POST", "/links/bulk?strict=true", known).want(t, http.StatusOK).header.Get(header); got != "" {
		t.Errorf("known fields are named: %s", got)
	}
}
