package denylist_test

import (
	"context"
	"log/slog"
	"testing"

	"linnet/internal/core/denylist"
)

type hosts []string

func (h hosts) BlockedHosts(context.Context) ([]string, error) { return h, nil }

func TestList_Blocked(t *testing.T) {
	t.Parallel()
	list := denylist.New(hosts{"evil.example", "203.0.113.7"}, slog.New(slog.DiscardHandler))
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
