package routing

import (
	"testing"
	"time"

	"linnet/internal/base/ident"
	"linnet/internal/core/utm"
)

func TestMergeQuery_LeavesOutTheMarkOfASavedCode(t *testing.T) {
	t.Parallel()
	mark := MarkerOfCode(ident.New(ident.QRCode))
	for query, want := range map[string]string{
		mark:                  "https://example.com/?a=1",
		"b=2&" + mark:         "https://example.com/?a=1&b=2",
		"qr=launch":           "https://example.com/?a=1&qr=launch",
		"qr=not-digits!!!":    "https://example.com/?a=1&qr=not-digits!!!",
		"code=" + mark + "&c": "https://example.com/?a=1&code=" + mark + "&c",
	} {
		if got := MergeQuery("https://example.com/?a=1", query); got != want {
			t.Errorf("%s: %s, want %s", query, got, want)
		}
	}
	if !isScan(mark) || !isScan(MarkerQR) || isScan("qr=launch") || isScan("") {
		t.Error("the marks of scans are not told from other pairs")
	}
}

func TestDecide_NamesTheBranchWhateverTheQuery(t *testing.T) {
	t.Parallel()
	urls := []string{"https://example.com/a?color=red", "https://example.com/b"}
	route, err := Compile(Target{
		LinkID: "lnk_3kq7c8v0d5m2a", RedirectStatus: 302, ForwardQuery: true, URL: "https://example.com/", UTM: utm.Params{Source: "news"},
		Split: []Branch{{URL: urls[0], Weight: 50}, {URL: urls[1], Weight: 50}},
	})
	if err != nil {
		t.Fatal(err)
	}
	seen := map[string]string{}
	for i := range 40 {
		agent := string(rune('a' + i%26))
		for _, query := range []string{"", "utm_source=x", "color=blue&utm_medium=mail"} {
			v := Visit{UserAgent: agent, Query: query, Now: time.Now(), Facts: &Facts{}}
			d := route.Decide(&v)
			if d.Variant != urls[0] && d.Variant != urls[1] {
				t.Fatalf("variant %q", d.Variant)
			}
			if before, ok := seen[agent]; ok && before != d.Variant {
				t.Errorf("%s: %q after %q", agent, d.Variant, before)
			}
			seen[agent] = d.Variant
		}
	}
}
