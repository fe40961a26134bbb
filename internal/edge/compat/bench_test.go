package compat_test

import (
	"net/http"
	"testing"

	"linnet/internal/core/dropin"
	"linnet/internal/edge/apikit"
	"linnet/internal/edge/compat"
	"linnet/internal/edge/compat/kutt"
	"linnet/internal/edge/compat/shlink"
	"linnet/internal/edge/compat/yourls"
)

// BenchmarkHandlers_Of measures what every visit pays for the drop-in APIs, beside what a call pays.
func BenchmarkHandlers_Of(b *testing.B) {
	s := compat.Services{}
	h := compat.New(compat.Deps{
		Peers: []compat.Peer{kutt.New(s), yourls.New(s), shlink.New(s)}, Enabled: dropin.All(),
		Authenticator: func(dropin.API) apikit.Authenticator { return nil },
	})
	for _, c := range []struct {
		name, path string
		is         bool
	}{{"visit", "/3kq7c8v", false}, {"visit of a path", "/menu/spring/drinks", false}, {"call", "/api/v2/links", true}} {
		b.Run(c.name, func(b *testing.B) {
			r, err := http.NewRequestWithContext(b.Context(), http.MethodGet, "https://go.example.com"+c.path, nil)
			if err != nil {
				b.Fatal(err)
			}
			r.Header.Set("X-Api-Key", "lnt_key")
			for b.Loop() {
				if (h.Of(r) != nil) != c.is {
					b.Fatal(c.path)
				}
			}
		})
	}
}
