package denylist_test

import (
	"context"
	"fmt"
	"log/slog"
	"strings"
	"testing"

	"linnet/internal/base/fault"
	"linnet/internal/core/denylist"
)

// ruleStore stores rules in memory.
type ruleStore struct {
	denylist.Store
	rules []denylist.Rule
}

func (s ruleStore) BlockRules(context.Context) ([]denylist.Rule, error) { return s.rules, nil }

// hosts returns a store with a rule for each host.
func hosts(blocked ...string) ruleStore {
	var s ruleStore
	for _, host := range blocked {
		s.rules = append(s.rules, denylist.Rule{ID: "blk_" + host, Kind: denylist.DomainKind, Pattern: host})
	}
	return s
}

func TestList_BlocksByKind(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		kind             denylist.Kind
		pattern          string
		blocked, allowed []string
	}{
		{denylist.HostKind, "Evil.example", []string{"https://evil.example/x"}, []string{"https://a.evil.example/", "https://example/"}},
		{denylist.DomainKind, "*.evil.example", []string{"https://evil.example", "https://a.b.evil.example/"}, []string{"https://notevil.example/"}},
		{
			denylist.PrefixKind, "https://files.example/u/mallory/",
			[]string{
				"https://files.example/u/mallory/", "http://FILES.example:8080/u/mallory/a.exe?x", "https://files.example/u/%6dallory/a",
				"https://files.example/x/../u/mallory/a", `https:\\files.example\u\mallory\a`, "https://user@files.example//u/./mallory/a#b",
			},
			[]string{"https://files.example/u/mallory", "https://files.example/u/malloryx/", "https://other.example/u/mallory/"},
		},
		{
			denylist.PatternKind, "*.example/*LOGIN*paypal*",
			[]string{"https://a.example/login?to=PayPal", "https://b.example/x/login/paypal"},
			[]string{"https://a.example/paypal/login", "https://a.test/login/paypal", "mailto:login-paypal@a.example"},
		},
		{
			denylist.HostKind, "1.2.3.4",
			[]string{"http://16909060/x", "http://0x1020304", "http://0x1.2.3.4/", "http://1.2.772/", "http://0001.002.03.4/", "http://[::ffff:1.2.3.4]/"},
			[]string{"http://1.2.3.5/", "http://1.2.3.4.example/"},
		},
		{denylist.DomainKind, "0x1.2.772", []string{"http://1.2.3.4/x"}, []string{"http://4/"}},
		{denylist.PrefixKind, "16909060/login", []string{"http://1.2.3.4/login/x"}, []string{"http://1.2.3.4/"}},
		{
			denylist.PatternKind, "böse.example/*login*",
			[]string{"https://böse.example/login", "https://xn--bse-sna.example/a/login?x", "https://B%C3%B6se.example/LOGIN"}, []string{"https://bose.example/login"},
		},
		{denylist.PatternKind, "HTTPS://*.Böse.example/*", []string{"https://a.xn--bse-sna.example/x"}, []string{"https://xn--bse-sna.example/x"}},
		{denylist.PatternKind, "evil.example:8080/*", []string{"https://evil.example/x"}, nil}, // ports are ignored
		{denylist.PatternKind, "0x1020304/*", []string{"http://1.2.3.4/x"}, []string{"http://1.2.3.5/x"}},
		{denylist.PatternKind, "*/böse*", []string{"https://a.example/böse", "https://a.example/b%C3%B6se-x"}, []string{"https://böse.example/"}},
		{denylist.PatternKind, "*login?to=paypal*", []string{"https://a.example/login?to=paypal"}, []string{"https://a.example/login"}},
		{denylist.PatternKind, "evil.example/a", []string{"https://evil.example/a"}, []string{"https://evil.example/ab"}},
	} {
		pattern, err := denylist.Normalize(c.kind, c.pattern)
		if err != nil {
			t.Fatal(err)
		}
		list := denylist.New(ruleStore{rules: []denylist.Rule{{ID: "blk_1", Kind: c.kind, Pattern: pattern}}}, slog.New(slog.DiscardHandler))
		if err := list.Reload(t.Context()); err != nil {
			t.Fatal(err)
		}
		for _, address := range c.blocked {
			if !list.Blocked(address) {
				t.Errorf("%s %q does not block %s", c.kind, pattern, address)
			}
		}
		for _, address := range c.allowed {
			if list.Blocked(address) {
				t.Errorf("%s %q blocks %s", c.kind, pattern, address)
			}
		}
	}
}

func TestNormalize_RejectsMalformedPatterns(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		kind    denylist.Kind
		pattern string
	}{
		{denylist.HostKind, ""},
		{denylist.HostKind, "a b"},
		{denylist.DomainKind, "mailto:a@b.example"},
		{denylist.PrefixKind, "evil example/x"},
		{denylist.PrefixKind, "evil.example/?x=1"},
		{denylist.PatternKind, "***"},
		{denylist.PatternKind, "böse*.example/login"}, // no host in ASCII begins like this
		{denylist.PatternKind, "*böse*"},
		{denylist.PatternKind, "evil.example"}, // each address has a path
		{denylist.PatternKind, "evil example*"},
		{denylist.PatternKind, "999.1.1.1/*"},
		{denylist.HostKind, "999.1.1.1"},
		{denylist.HostKind, "evil.example:99999"},
		{denylist.PatternKind, "*.co*"[:3]},
		{denylist.PatternKind, strings.Repeat("a", denylist.MaxPattern+1)},
		{"regexp", "evil.example"},
	} {
		if got, err := denylist.Normalize(c.kind, c.pattern); !fault.Is(err, fault.Invalid) {
			t.Errorf("%s %q: %q, %v", c.kind, c.pattern, got, err)
		}
	}
}

func BenchmarkList_Blocked(b *testing.B) {
	var all []denylist.Rule
	for i := range denylist.MaxRules - denylist.MaxPatterns {
		all = append(all, denylist.Rule{ID: "blk_1", Kind: denylist.DomainKind, Pattern: fmt.Sprintf("evil%d.example", i)})
	}
	for i := range denylist.MaxPatterns {
		all = append(all, denylist.Rule{ID: "blk_2", Kind: denylist.PatternKind, Pattern: fmt.Sprintf("*/wp-%d/*login*", i)})
	}
	list := denylist.New(ruleStore{rules: all}, slog.New(slog.DiscardHandler))
	if err := list.Reload(b.Context()); err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		if list.Blocked("https://www.shop.example.com/spring/collection?utm_source=newsletter&utm_medium=email") {
			b.Fatal("blocked")
		}
	}
}

func TestList_Blocked(t *testing.T) {
	t.Parallel()
	list := denylist.New(hosts("evil.example", "203.0.113.7"), slog.New(slog.DiscardHandler))
	if list.Blocked("https://evil.example/") {
		t.Error("an empty list blocks")
	}
	if err := list.Reload(t.Context()); err != nil {
		t.Fatal(err)
	}
	for address, want := range map[string]bool{
		"https://evil.example/path?q":        true,
		"https://EVIL.example.:8443":         true,
		"https://a.b.evil.example/":          true,
		`https:\\evil.example\x`:             true,
		"https://user@evil.example/":         true,
		"https://%65vil.example/":            true,
		"https://ｅvil。example/":              true,
		"intent://evil.example/#Intent;end":  true,
		"http://203.0.113.7:81/":             true,
		"https://notevil.example/":           false,
		"https://example/?u=evil.example":    false,
		"https://evil.example.com/":          false,
		"mailto:abuse@evil.example":          false,
		"tel:+491234":                        false,
		"https://other.example/evil.example": false,
	} {
		if got := list.Blocked(address); got != want {
			t.Errorf("%s: %t", address, got)
		}
	}
}

func TestHost_ReturnsTheHostOfADestination(t *testing.T) {
	t.Parallel()
	for given, want := range map[string]string{
		"Evil.Example": "evil.example", "evil.example.": "evil.example", "https://Evil.Example:444/x": "evil.example",
		"[2001:db8::1]:80": "2001:db8::1", "mailto:a@b.example": "",
	} {
		if got := denylist.Host(given); got != want {
			t.Errorf("%s: %q, want %q", given, got, want)
		}
	}
}
