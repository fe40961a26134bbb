package domain_test

import (
	"testing"

	"linnet/internal/core/domain"
)

func TestNormalHost(t *testing.T) {
	t.Parallel()
	cases := map[string]struct{ raw, want string }{
		"as it is":             {"go.example.com", "go.example.com"},
		"capitals":             {"GO.Example.COM", "go.example.com"},
		"http's port":          {"go.example.com:80", "go.example.com"},
		"https's port":         {"go.example.com:443", "go.example.com"},
		"another port":         {"localhost:8080", "localhost:8080"},
		"a port that ends so":  {"localhost:8443", "localhost:8443"},
		"a trailing dot":       {"go.example.com.", "go.example.com"},
		"dot and port":         {"go.example.com.:8080", "go.example.com:8080"},
		"dot and implied port": {"go.example.com.:443", "go.example.com"},
		"IPv6":                 {"[::1]", "[::1]"},
		"IPv6 that ends in 80": {"[2001:db8::80]", "[2001:db8::80]"},
		"IPv6 with port":       {"[::1]:8080", "[::1]:8080"},
		"IPv6 implied port":    {"[::1]:443", "[::1]"},
		"nothing":              {"", ""},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if got := domain.NormalHost(c.raw); got != c.want {
				t.Errorf("Host(%q) = %q, want %q", c.raw, got, c.want)
			}
			if again := domain.NormalHost(domain.NormalHost(c.raw)); again != c.want {
				t.Errorf("not stable: %q", again)
			}
		})
	}
}

func TestPublicHost(t *testing.T) {
	t.Parallel()
	for url, want := range map[string]string{
		"http://localhost:8080": "localhost:8080", "https://go.example.com/": "go.example.com", "https://go.example.com:443": "go.example.com",
	} {
		if got, err := domain.PublicHost(url); err != nil || got != want {
			t.Errorf("PublicHost(%q) = %q, %v", url, got, err)
		}
	}
	for _, url := range []string{"", "go.example.com", "ftp://go.example.com", "http://", "http://[::1"} {
		if got, err := domain.PublicHost(url); err == nil {
			t.Errorf("PublicHost(%q) = %q", url, got)
		}
	}
}
