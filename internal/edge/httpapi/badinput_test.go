package httpapi_test

import (
	"context"
	"errors"
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"linnet/internal/core/access"
	"linnet/internal/core/link"
)

func TestAPI_InvalidInputReturnsAProblem(t *testing.T) {
	t.Parallel()
	in := newInstall(t)
	u := in.signUp(t)
	const secret = "Sec-ret-9"
	huge := `{"url":"https://example.com/` + strings.Repeat("a", 10<<20) + `"}`
	for name, c := range map[string]struct {
		method, path string
		body         any
		headers      []string
		status       int
		code         string
		fields       []string
	}{
		"no JSON":                {"POST", "/links", `{"url":`, nil, 400, "malformed", nil},
		"JSON with a tail":       {"POST", "/links", `{"url":"` + secret + `"}}`, nil, 400, "malformed", nil},
		"no JSON at login":       {"POST", "/auth/login", `email=a`, nil, 400, "malformed", nil},
		"no body":                {"POST", "/links", nil, nil, 400, "malformed", nil},
		"a list":                 {"POST", "/links", `["` + secret + `"]`, nil, 422, "invalid", nil},
		"10 MB":                  {"POST", "/links", huge, nil, 413, "too_large", nil},
		"10 MB at login":         {"POST", "/auth/login", huge, nil, 413, "too_large", nil},
		"10 MB with a key":       {"POST", "/links", huge, []string{"Idempotency-Key: big"}, 413, "too_large", nil},
		"1 MB URL":               {"POST", "/links", map[string]any{"url": "https://example.com/" + strings.Repeat("a", 1_000_000)}, nil, 422, "invalid", []string{"url"}},
		"a form":                 {"POST", "/links", "url=" + secret, []string{"Content-Type: application/x-www-form-urlencoded"}, 415, "unsupported_media_type", nil},
		"text":                   {"POST", "/auth/login", "{}", []string{"Content-Type: text/plain"}, 415, "unsupported_media_type", nil},
		"missing field":          {"POST", "/links", `{}`, nil, 422, "invalid", []string{"url"}},
		"wrong types, all named": {"POST", "/links", `{"url":5,"tags":"` + secret + `","startsAt":"` + secret + `","indexable":"` + secret + `"}`, nil, 422, "invalid", []string{"indexable", "startsAt", "tags", "url"}},
		"wrong nested type":      {"POST", "/links", `{"url":"https://example.com","preview":"` + secret + `"}`, nil, 422, "invalid", []string{"preview"}},
		"a condition is text":    {"POST", "/links", `{"url":"https://example.com","rules":[{"when":{"field":"country","op":"in","values":["DE"]},"then":{"block":404}},{"when":"` + secret + `","then":{"block":404}}]}`, nil, 422, "invalid", []string{"rules[1].when"}},
		"a deep condition":       {"POST", "/links", `{"url":"https://example.com","rules":[{"when":{"all":[{"not":7}]},"then":{"block":404}}]}`, nil, 422, "invalid", []string{"rules[0].when.all[0].not"}},
		"an operator is a list":  {"POST", "/links", `{"url":"https://example.com","rules":[{"when":{"any":[{"field":"country","op":[],"values":["DE"]}]},"then":{"block":404}}]}`, nil, 422, "invalid", []string{"rules[0].when.any[0].op"}},
		"a weight is text":       {"POST", "/links", `{"url":"https://example.com","rules":[{"when":{"field":"country","op":"in","values":["DE"]},"then":{"split":[{"url":"https://example.com/a","weight":"` + secret + `"}]}}]}`, nil, 422, "invalid", []string{"rules[0].then.split[0].weight"}},
		"rule without then":      {"POST", "/links", `{"url":"https://example.com","rules":[{"when":{"all":[]}}]}`, nil, 422, "invalid", []string{"rules[0].then"}},
		"rule with a bad field":  {"POST", "/links", `{"url":"https://example.com","rules":[{"when":{"field":"` + secret + `","op":"in","values":["a"]},"then":{"redirect":"https://example.com/a"}}]}`, nil, 422, "invalid", []string{"rules[0].when.field"}},
		"no clicks allowed":      {"POST", "/links", `{"url":"https://example.com","maxClicks":0}`, nil, 422, "invalid", []string{"maxClicks"}},
		"a huge number":          {"POST", "/links", `{"url":"https://example.com","maxClicks":1e400}`, nil, 400, "malformed", nil},
		"a number too big":       {"POST", "/links", `{"url":"https://example.com","maxClicks":99999999999999999999}`, nil, 422, "invalid", []string{"maxClicks"}},
		"a strange status":       {"POST", "/links", `{"url":"https://example.com","redirectStatus":200}`, nil, 422, "invalid", []string{"redirectStatus"}},
		"limit 0":                {"GET", "/links?limit=0", nil, nil, 422, "invalid", []string{"limit"}},
		"limit 101":              {"GET", "/links?limit=101", nil, nil, 422, "invalid", []string{"limit"}},
		"limit in words":         {"GET", "/links?limit=" + secret, nil, nil, 422, "invalid", []string{"limit"}},
		"unknown order":          {"GET", "/links?sort=" + secret + "&order=up", nil, nil, 422, "invalid", []string{"sort", "order"}},
		"forged cursor":          {"GET", "/links?cursor=" + secret, nil, nil, 422, "invalid", []string{"cursor"}},
		"NUL in the query":       {"GET", "/links?search=%00", nil, nil, 400, "malformed", nil},
		"broken escape":          {"GET", "/links?search=%zz", nil, nil, 400, "malformed", nil},
		"not UTF-8":              {"GET", "/links?domain=%ff", nil, nil, 400, "malformed", nil},
		"NUL in the path":        {"GET", "/links/lnk_%00", nil, nil, 404, "not_found", nil},
		"no alias to look up":    {"GET", "/links/lookup", nil, nil, 422, "invalid", []string{"alias"}},
		"unknown path":           {"GET", "/nothing/here", nil, nil, 404, "not_found", nil},
		"unknown method":         {"PUT", "/links", `{}`, nil, 405, "method_not_allowed", nil},
		"another origin":         {"POST", "/auth/login", `{}`, []string{"Origin: https://evil.example"}, 403, "forbidden", nil},
		"a stranger's workspace": {"GET", "/links", nil, []string{"Linnet-Workspace: wsp_0000000000000"}, 404, "not_found", nil},
		"no workspace at all":    {"GET", "/links", nil, []string{"Linnet-Workspace: \xff"}, 404, "not_found", nil},
		"no version":             {"PATCH", "/links/lnk_0000000000000", `{}`, []string{`If-Match: "` + secret + `"`}, 412, "precondition_failed", nil},
		"a strange key":          {"POST", "/links", `{"url":"https://example.com"}`, []string{"Idempotency-Key: a b"}, 422, "invalid", []string{"Idempotency-Key"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r := u.call(t, c.method, c.path, c.body, c.headers...).want(t, c.status)
			p := r.problem(t)
			got := []string(nil)
			for _, e := range p.Errors {
				got = append(got, e.Field)
				if !strings.HasSuffix(e.Message, ".") {
					t.Errorf("%s: %q is no sentence", e.Field, e.Message)
				}
			}
			if p.Code != c.code {
				t.Errorf("code %q, want %q", p.Code, c.code)
			}
			if diff := cmp.Diff(c.fields, got); diff != "" {
				t.Error(diff)
			}
			if strings.Contains(string(r.body), secret) && c.path != "/links?cursor="+secret {
				t.Errorf("the value came back: %s", r.body)
			}
		})
	}
}

func TestAPI_AcceptsTheInstallsOriginBehindAProxy(t *testing.T) {
	t.Parallel()
	in := newInstall(t)
	in.anonymous().call(t, "POST", "/auth/login", `{}`, "Origin: https://go.example.com").want(t, 422)
	in.anonymous().call(t, "POST", "/auth/login", `{}`, "Origin: http://go.example.com").want(t, 403)
}

func TestAPI_MethodNotAllowedHasAllow(t *testing.T) {
	t.Parallel()
	visitor := newInstall(t).anonymous()
	r := visitor.call(t, "DELETE", "/packages", nil).want(t, 405)
	if got := r.header.Get("Allow"); got != "GET, HEAD" {
		t.Errorf("Allow is %q", got)
	}
	visitor.call(t, "TRACE", "/packages", nil).want(t, 405)
}

// broken is a store that fails to read a link in its own way.
type broken struct {
	link.Store
	how func() error
}

func (b broken) Link(context.Context, access.View, string) (*link.Link, error) { return nil, b.how() }

func TestAPI_InternalErrorsAreLoggedAndHidden(t *testing.T) {
	t.Parallel()
	for name, how := range map[string]func() error{
		"an error": func() error { return errors.New(`SELECT secret FROM users: disk on fire`) },
		"a panic":  func() error { panic(`SELECT secret FROM users: disk on fire`) },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			in := newInstallWith(t, settings{links: func(s link.Store) link.Store { return broken{s, how} }})
			u := in.signUp(t)
			r := u.call(t, "GET", "/links/lnk_0000000000000", nil, "X-Request-Id: request-0001").want(t, 500)
			p := r.problem(t)
			if p.Code != "internal" || strings.Contains(string(r.body), "SELECT") || strings.Contains(string(r.body), "goroutine") {
				t.Errorf("the caller reads %s", r.body)
			}
			if !strings.Contains(p.Detail, "request-0001") || r.header.Get("X-Request-Id") != "request-0001" {
				t.Errorf("detail %q and X-Request-Id %q do not name the request", p.Detail, r.header.Get("X-Request-Id"))
			}
			if log := in.log.String(); !strings.Contains(log, "disk on fire") || !strings.Contains(log, "request-0001") || !strings.Contains(log, "GET /links/{id}") {
				t.Errorf("the log says %q", log)
			}
			u.call(t, "GET", "/me", nil).want(t, 200)
		})
	}
}

func TestRequestID_AcceptsOnlyVisibleASCII(t *testing.T) {
	t.Parallel()
	in := newInstall(t)
	for name, c := range map[string]struct {
		sent     string
		accepted bool
	}{
		"a uuid":   {"7d4f8a52-6f1e-4b0c-9a43-0b8f6f3c2d11", true},
		"short":    {"test-1", true},
		"none":     {"", false},
		"too long": {strings.Repeat("a", 129), false},
		"a quote":  {`abcdefgh"i`, false},
		"a space":  {"abcdefgh i", false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got := in.anonymous().call(t, "GET", "/ip", nil, "X-Request-Id: "+c.sent).want(t, 200).header.Get("X-Request-Id")
			if (got == c.sent) != c.accepted || got == "" {
				t.Errorf("sent %q, got %q", c.sent, got)
			}
		})
	}
}

func TestAPI_ResponsesAreNotCachedOrSniffed(t *testing.T) {
	t.Parallel()
	in := newInstall(t)
	u := in.signUp(t)
	for _, r := range []reply{u.call(t, "GET", "/me", nil), u.call(t, "GET", "/links/lnk_0000000000000", nil), in.anonymous().call(t, "GET", "/me", nil)} {
		if r.header.Get("Cache-Control") != "no-store" || r.header.Get("X-Content-Type-Options") != "nosniff" {
			t.Errorf("status %d with %v", r.status, r.header)
		}
		if r.header.Get("Access-Control-Allow-Origin") != "" {
			t.Error("other origins are let in")
		}
	}
}

func TestIP_ReturnsTheClientAddress(t *testing.T) {
	t.Parallel()
	in := newInstall(t)
	got := in.anonymous().call(t, "GET", "/ip", nil, testAddr+": 2001:db8::7", "X-Forwarded-For: 192.0.2.9").want(t, 200)
	if ip := got.json(t)["ip"]; ip != "2001:db8::7" {
		t.Errorf("ip %v", ip)
	}
}

func TestAPI_RejectsLargeChunkedBodies(t *testing.T) {
	t.Parallel()
	in := newInstall(t)
	u := in.signUp(t)
	body := io.MultiReader(strings.NewReader(`{"url":"`), strings.NewReader(strings.Repeat("a", 10<<20)), strings.NewReader(`"}`))
	r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, in.url+"/links", body)
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Authorization", "Bearer "+u.token)
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	if answer.StatusCode != http.StatusRequestEntityTooLarge {
		t.Errorf("status %d", answer.StatusCode)
	}
}

func TestAPI_AcceptsBodiesOfTheMaximumSize(t *testing.T) {
	t.Parallel()
	in := newInstall(t)
	u := in.signUp(t)
	start, end := `{"url":"https://example.com/","unknown":"`, `"}`
	body := start + strings.Repeat("a", 1<<20-len(start)-len(end)) + end
	u.call(t, "POST", "/links", body).want(t, 201)
	if p := u.call(t, "POST", "/links", body+" ").want(t, 413).problem(t); !strings.Contains(p.Message, "1 MiB") {
		t.Errorf("message %q does not say how much may be sent", p.Message)
	}
}
