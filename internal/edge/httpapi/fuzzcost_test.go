//go:build unix

package httpapi_test

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"
)

// costLimit is the most processor time that a call may take; docs/operating lists the
// exceptions, of which only the upload of images is among the targets.
const (
	costLimit   = 100 * time.Millisecond
	uploadLimit = 3 * time.Second // of an image of 40 megapixels
)

// costTargets are operations of the API, and public pages.
func costTargets() []string {
	return []string{
		"POST /links", "POST /exports", "POST /links/simulate", "PATCH /me", "GET /links", "GET /public/shares/x/report", "GET /links/lookup",
		"POST /bio-pages", "POST /bio-pages/preview", "POST /qr-codes", "POST /qr-codes/archive", "POST /webhooks",
		"POST /shares", "PUT /utm-conventions", "POST /track/lead", "GET /qr-codes", "GET /audit-log",
		matchSite, publicPage, mediaUpload,
	}
}

// fuzzOverhead is the factor by which the coverage counters of -fuzz slow down
// loops over bytes, such as those of encoding/json: a body of 1 MB costs 30 ms
// without them and up to 130 ms with them.
const fuzzOverhead = 4

// FuzzRequestCost searches for calls that cost more than costLimit, with and
// without a login. The costliest input of each target is logged, and appended to the
// file that costsFile names, because -fuzz discards the logs of its workers. Only runs
// with -fuzz fail, because the load of the machine changes the figures; `go test -run`
// with the input that such a run stores prints its cost without fuzzOverhead.
func FuzzRequestCost(f *testing.F) {
	many := func(n int, item string) string { return strings.TrimSuffix(strings.Repeat(item+",", n), ",") }
	targets := costTargets()
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
	for target, bodies := range map[string][]string{
		"POST /bio-pages": {
			`{"title":"T","handle":"h","blocks":[` + many(900, `{"type":"text",`+fields(100)+`}`) + `]}`,
			`{"title":"T","handle":"h","blocks":` + strings.Repeat(`[{"type":"group","blocks":`, 30),
			`{"title":"T","handle":"h","blocks":[` + many(1_000, `{"type":"link","url":"https://example.com/","title":"T"}`) + `]}`,
		},
		"POST /bio-pages/preview": {`{"title":"T","blocks":[` + many(100, `{"type":"text","text":"`+strings.Repeat("[a](", 1_200)+`"}`) + `]}`},
		"POST /qr-codes":          {`{"look":{` + fields(900) + `},"staticContent":{"type":"wifi",` + fields(900) + `}}`},
		"POST /webhooks":          {`{"url":"https://example.com/","events":[` + many(1_000, `"link.created"`) + `]}`},
		"POST /shares":            {`{"filters":[` + many(1_000, `{"field":"country","values":["DE"]}`) + `]}`},
	} {
		for _, body := range bodies {
			f.Add(uint8(slices.Index(targets, target)), "", body)
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
	addTenantTexts(f, targets)
	c := newCostInstall(f)
	costliest := map[string]time.Duration{}
	f.Fuzz(func(t *testing.T, index uint8, query, body string) {
		target := targets[int(index)%len(targets)]
		cost := c.call(t, target, query, body)
		if cost > costliest[target] {
			costliest[target] = cost
			line := fmt.Sprintf("%4d ms: %s with %d bytes of query and %d of body", cost.Milliseconds(), target, len(query), len(body))
			t.Log(line)
			report(t, line)
		}
		limit := costLimit
		if target == mediaUpload {
			limit = uploadLimit
		}
		if cost > limit*fuzzOverhead && flag.Lookup("test.fuzz").Value.String() != "" {
			t.Errorf("%s costs %v of processor time, more than %v", target, cost, limit*fuzzOverhead)
		}
	})
}

// costsFile is the variable with the name of a file for the report.
const costsFile = "LINNET_FUZZ_COSTS"

// report appends a line to the file of costsFile, if it is set.
func report(t *testing.T, line string) {
	t.Helper()
	name := os.Getenv(costsFile)
	if name == "" {
		return
	}
	file, err := os.OpenFile(name, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
	if err != nil {
		t.Fatal(err)
	}
	_, err = fmt.Fprintln(file, line)
	if err := errors.Join(err, file.Close()); err != nil {
		t.Fatal(err)
	}
}

// fields returns n fields of an object that no schema has.
func fields(n int) string {
	list := make([]string, n)
	for i := range list {
		list[i] = fmt.Sprintf(`"f%d":1`, i)
	}
	return strings.Join(list, ",")
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
