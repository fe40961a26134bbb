package routing_test

import (
	"math/rand/v2"
	"net/url"
	"regexp"
	"strings"
	"testing"

	"linnet/internal/core/routing"
)

// folders are destinations of wildcards, with the folder that their visitors never
// leave.
func folders() map[string]string {
	return map[string]string{
		"https://code.example/brand":                 "/brand/",
		"https://code.example/brand/":                "/brand/",
		"https://code.example":                       "/",
		"https://code.example/brand?x=1#f":           "/brand/",
		"https://code.example/brand/{a}":             "/brand/",
		"https://code.example/brand/{a}/{b}/{c*}":    "/brand/",
		"https://code.example/brand/{a}{b}":          "/brand/",
		"https://code.example/brand/.{a}":            "/brand/",
		"https://code.example/brand/.{a}.":           "/brand/",
		"https://code.example/brand/%2{a}{b}/{c}":    "/brand/",
		"https://code.example/brand/x-{a}/y":         "/brand/",
		"https://code.example/brand?page={a}&r={b*}": "/brand/",
		"https://code.example/brand/#/{a}":           "/brand/",
	}
}

var escapedDot = regexp.MustCompile(`(?i)%2e`)

// browserPath returns the path that a browser requests for an address: it takes
// backslashes for slashes and escaped dots for dots (URL Standard, 4.4), and then
// removes dot segments.
func browserPath(t testing.TB, address string) string {
	t.Helper()
	end := strings.IndexAny(address, "?#")
	if end < 0 {
		end = len(address)
	}
	rest, ok := strings.CutPrefix(address[:end], "https://code.example")
	if !ok {
		t.Fatalf("%q leads to another host", address)
	}
	path := escapedDot.ReplaceAllString(strings.ReplaceAll(rest, `\`, "/"), ".")
	base := &url.URL{Scheme: "https", Host: "code.example", Path: "/"}
	return base.ResolveReference(&url.URL{Path: "/" + strings.TrimPrefix(path, "/")}).Path
}

// checkFolders fails the test if the rest of a path leads out of a folder.
func checkFolders(t testing.TB, rest string) {
	t.Helper()
	for address, folder := range folders() {
		route, err := routing.Compile(routing.Target{URL: address, Alias: "brand/*", ForwardPath: true, ForwardQuery: true})
		if err != nil {
			t.Fatal(err)
		}
		location := route.Decide(&routing.Visit{Now: noon, Rest: rest}).Location
		if got := browserPath(t, location); !strings.HasPrefix(got+"/", folder) {
			t.Errorf("%s with %q: %s is %s for a browser", address, rest, location, got)
		}
	}
}

func TestDecide_ForwardedPathStaysInTheFolder(t *testing.T) {
	t.Parallel()
	pieces := []string{".", "..", "%2e", "%2E", ".%2e", "/", `\`, "//", "a", "%5c", "%2f", "%252e", "%2", "e", "@", ":", "%"}
	random := rand.New(rand.NewPCG(1, 2))
	for range 3_000 {
		var rest strings.Builder
		for range random.IntN(12) {
			rest.WriteString(pieces[random.IntN(len(pieces))])
		}
		checkFolders(t, rest.String())
	}
}

// FuzzForwardPath forwards any path that a request can have.
func FuzzForwardPath(f *testing.F) {
	for _, rest := range []string{"../x", "%2e%2e/x", `..\x`, "%2/e.", "a/%2E./b", "", "//evil.example"} {
		f.Add(rest)
	}
	f.Fuzz(func(t *testing.T, rest string) {
		if strings.ContainsFunc(rest, func(r rune) bool { return r <= ' ' || r == 0x7f || r == '?' || r == '#' }) {
			return // no request line has these
		}
		checkFolders(t, rest)
	})
}
