package routing_test

import (
	"net/url"
	"strings"
	"testing"

	"linnet/internal/core/routing"
)

func TestMergeQuery(t *testing.T) {
	t.Parallel()
	cases := map[string]struct{ destination, query, want string }{
		"nothing to merge":               {"https://example.com/?empty&a=%2F", "", "https://example.com/?empty&a=%2F"},
		"a bare host":                    {"https://example.com", "a=1", "https://example.com?a=1"},
		"a question mark already":        {"https://example.com/?", "a=1", "https://example.com/?a=1"},
		"replaced in place":              {"https://example.com/?a=1&b=2&c=3", "b=9", "https://example.com/?a=1&b=9&c=3"},
		"new keys at the end":            {"https://example.com/?a=1", "c=3&b=2", "https://example.com/?a=1&c=3&b=2"},
		"replaced and new":               {"https://example.com/?a=1&b=2", "c=3&a=9", "https://example.com/?a=9&b=2&c=3"},
		"the fragment stays last":        {"https://example.com/p#top?x=1", "a=1", "https://example.com/p?a=1#top?x=1"},
		"query and fragment":             {"https://example.com/?a=1#top", "a=2", "https://example.com/?a=2#top"},
		"valueless keys survive":         {"https://example.com/?flag&a=", "x&y=", "https://example.com/?flag&a=&x&y="},
		"a flag replaces a value":        {"https://example.com/?flag=1", "flag", "https://example.com/?flag"},
		"encoding survives":              {"https://example.com/?q=a%20b", "r=c+d%2f%C3%BC", "https://example.com/?q=a%20b&r=c+d%2f%C3%BC"},
		"keys are compared decoded":      {"https://example.com/?a%5B%5D=1", "a[]=2", "https://example.com/?a[]=2"},
		"malformed escapes stand":        {"https://example.com/?a=%zz", "%zz=1&b=%", "https://example.com/?a=%zz&%zz=1&b=%"},
		"many of one key":                {"https://example.com/?a=1&b=2&a=3", "a=8&a=9", "https://example.com/?a=8&a=9&b=2"},
		"empty pairs of the destination": {"https://example.com/?a=1&&b=2", "b=3", "https://example.com/?a=1&&b=3"},
		"a trailing ampersand":           {"https://example.com/?a=1&", "b=3", "https://example.com/?a=1&b=3"},
		"empty pairs of the visitor":     {"https://example.com/", "&&a=1&", "https://example.com/?a=1"},
		"the qr marker":                  {"https://example.com/?a=1", "qr=1", "https://example.com/?a=1"},
		"the bio marker among others":    {"https://example.com/", "b=1&lnt=bio&c=2", "https://example.com/?b=1&c=2"},
		"the marker of a referrer":       {"https://example.com/", "b=1&lnr=https%3A%2F%2Fnews.example%2Fa&c=2", "https://example.com/?b=1&c=2"},
		"another lnr value":              {"https://example.com/", "lnr=2", "https://example.com/?lnr=2"},
		"another qr value":               {"https://example.com/", "qr=2", "https://example.com/?qr=2"},
		"Hangul and emoji":               {"https://example.com/한글?🙂=1", "가=나", "https://example.com/한글?🙂=1&가=나"},
		"an address in the query":        {"https://example.com/?u=https://x.test/?y=1", "z=2", "https://example.com/?u=https://x.test/?y=1&z=2"},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if got := routing.MergeQuery(c.destination, c.query); got != c.want {
				t.Errorf("MergeQuery(%q, %q)\n got %q\nwant %q", c.destination, c.query, got, c.want)
			}
		})
	}
}

func TestHandOnReferrer_AddsAMarkerThatHandedReferrerReads(t *testing.T) {
	t.Parallel()
	const page = "https://news.example/a%-b?c&d"
	for path, want := range map[string]string{
		"/a":                      "/a?lnr=https%3A%2F%2Fnews.example%2Fa%25-b%3Fc%26d",
		"/a?x=1&&y":               "/a?x=1&y&lnr=https%3A%2F%2Fnews.example%2Fa%25-b%3Fc%26d",
		"/a?lnr=http%3A//b.test/": "/a?lnr=https%3A%2F%2Fnews.example%2Fa%25-b%3Fc%26d",
	} {
		got := routing.HandOnReferrer(path, page)
		_, query, _ := strings.Cut(got, "?")
		if got != want || routing.HandedReferrer(query) != page {
			t.Errorf("%q: %q, from which %q is read", path, got, routing.HandedReferrer(query))
		}
	}
	for _, none := range []string{"", "about:blank", "javascript:alert(1)"} {
		if got := routing.HandOnReferrer("/a?x", none); got != "/a?x" {
			t.Errorf("%q is handed on: %q", none, got)
		}
	}
	if got := routing.HandedReferrer("lnr=x&lnr=&a=b"); got != "" {
		t.Errorf("%q is read", got)
	}
}

// FuzzMergeQuery checks the invariants of a merge: it does not change the path or
// the fragment, nor the query without a query of the visitor, and the visitor's
// pairs take precedence.
func FuzzMergeQuery(f *testing.F) {
	f.Add("https://example.com/?a=1&b=2#frag", "a=3&qr=1&c")
	f.Add("https://example.com", "a=1")
	f.Add("https://[::1]:8/%2F?empty&&x", "&%zz&lnt=bio")
	f.Fuzz(func(t *testing.T, destination, query string) {
		if strings.ContainsAny(query, "#") {
			return // a fragment never reaches a server
		}
		if got := routing.MergeQuery(destination, ""); got != destination {
			t.Fatalf("without a query %q became %q", destination, got)
		}
		got := routing.MergeQuery(destination, query)
		head, fragment, marked := strings.Cut(destination, "#")
		if marked && !strings.HasSuffix(got, "#"+fragment) {
			t.Fatalf("%q lost the fragment of %q", got, destination)
		}
		path, own, _ := strings.Cut(head, "?")
		if !strings.HasPrefix(got, path) {
			t.Fatalf("%q lost the path of %q", got, destination)
		}
		merged, _, _ := strings.Cut(got, "#")
		_, merged, _ = strings.Cut(merged, "?")
		theirs := pairsOf(query)
		for key, want := range theirs {
			if values := pairsOf(merged)[key]; strings.Join(values, "&") != strings.Join(want, "&") {
				t.Fatalf("key %q: got %q, want %q in %q", key, values, want, got)
			}
		}
		for key, want := range pairsOf(own) {
			if _, replaced := theirs[key]; replaced || key == "" {
				continue
			}
			if values := pairsOf(merged)[key]; strings.Join(values, "&") != strings.Join(want, "&") && len(theirs) > 0 {
				t.Fatalf("key %q of the destination: got %q, want %q in %q", key, values, want, got)
			}
		}
	})
}

func pairsOf(query string) map[string][]string {
	pairs := map[string][]string{}
	for _, pair := range strings.Split(query, "&") {
		if pair == "" || pair == routing.MarkerQR || pair == routing.MarkerBio {
			continue
		}
		key, _, _ := strings.Cut(pair, "=")
		if plain, err := url.QueryUnescape(key); err == nil {
			key = plain
		}
		pairs[key] = append(pairs[key], pair)
	}
	return pairs
}
