//go:build unix

package httpapi_test

import (
	"flag"
	"net/http"
	"net/http/httptest"
	"strings"
	"syscall"
	"testing"
	"time"

	"linnet/internal/edge/httpapi"
)

// costLimit is the most processor time that a call may take; docs/operating.md
// lists the exceptions, which are not among the targets.
const costLimit = 100 * time.Millisecond

// fuzzOverhead is the factor by which the coverage counters of -fuzz slow down
// loops over bytes, such as those of encoding/json: a body of 1 MB costs 30 ms
// without them and up to 130 ms with them.
const fuzzOverhead = 4

// FuzzRequestCost searches for calls that cost more than costLimit, with and
// without a login. The costliest input of each target is logged. Only runs with
// -fuzz fail, because the load of the machine changes the figures; `go test -run`
// with the input that such a run stores prints its cost without fuzzOverhead.
func FuzzRequestCost(f *testing.F) {
	many := func(n int, item string) string { return strings.TrimSuffix(strings.Repeat(item+",", n), ",") }
	targets := []string{"POST /links", "POST /exports", "POST /links/simulate", "PATCH /me", "GET /links", "GET /public/shares/x/report", "GET /links/lookup"}
	for _, body := range []string{
		`{"url":"https://example.com/","rules":[{"when":{"any":[` + many(300_000, "{}") + `]}}]}`,
		`{"url":"https://example.com/","rules":[` + many(900, `{"when":{"any":[`+many(90, "{}")+`]}}`) + `]}`,
		`{"url":"https://example.com/","tags":[` + many(16_000, `"a,b"`) + `]}`,
		`{"ids":[` + many(32_000, "1") + `]}`,
		`{` + many(100_000, `"a":1`) + `}`,
		`{"preview":` + strings.Repeat(`{"preview":`, 60_000),
		`{"url":"https://example.com/` + strings.Repeat("a", 1_000_000) + `"}`,
		`{"` + strings.Repeat(`\u00e9`, 100_000) + `":1}`,
	} {
		for i := range targets {
			f.Add(uint8(i), "", body)
		}
	}
	for _, query := range []string{
		"groupBy=" + many(31_000, "a"), "tag=" + many(200, "a"), "status=" + many(200, "active"),
		strings.ReplaceAll(numbered(8_000), ",", "&"), "alias=" + many(16_000, `\`), "search=" + strings.Repeat("%25", 200),
	} {
		for i := range targets {
			f.Add(uint8(i), query, "")
		}
	}
	in := newInstall(f)
	token := in.signUp(f).token
	costliest := map[string]time.Duration{}
	f.Fuzz(func(t *testing.T, target uint8, query, body string) {
		in.clock.Advance(time.Minute) // budgets are whole again
		method, path, _ := strings.Cut(targets[int(target)%len(targets)], " ")
		r := httptest.NewRequestWithContext(t.Context(), method, httpapi.Prefix+path, strings.NewReader(body))
		r.URL.RawQuery = query
		r.Header.Set("Authorization", "Bearer "+token)
		w := httptest.NewRecorder()
		before := processorTime(t)
		in.api.ServeHTTP(w, r)
		cost := processorTime(t) - before
		if w.Code >= http.StatusInternalServerError {
			t.Errorf("%s %s: status %d", method, path, w.Code)
		}
		if cost > costliest[path] {
			costliest[path] = cost
			t.Logf("%s %s with %d bytes of query and %d of body: %v", method, path, len(query), len(body), cost)
		}
		if cost > costLimit*fuzzOverhead && flag.Lookup("test.fuzz").Value.String() != "" {
			t.Errorf("%s %s costs %v of processor time, more than %v", method, path, cost, costLimit*fuzzOverhead)
		}
	})
}

// processorTime returns what this process has used of the processor.
func processorTime(t *testing.T) time.Duration {
	t.Helper()
	var usage syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &usage); err != nil {
		t.Fatal(err)
	}
	return time.Duration(usage.Utime.Nano() + usage.Stime.Nano())
}
